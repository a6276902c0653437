/** The only file of this connector that talks to the network: reads with both keys, and the validation path with the API key alone. */
import { z } from 'zod';
import { type Asked, createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import { Fault } from '../../src/core/fault.ts';
import type { HttpClient } from '../../src/core/http-client.ts';
import type { manifest } from './manifest.ts';
import { resetSec } from './access/rate-limit.ts';
import { addressOf, defaultSite, sites } from './access/sites.ts';
import { symptoms } from './symptoms.ts';

export type DatadogContext = ConnectorContext<typeof manifest>;

export interface Datadog {
  get<S extends z.ZodType>(schema: S, path: string, query?: FormFields): Promise<z.infer<S>>;
  /** A search or an aggregation: POST because a query may be longer than an address may be. It reads. */
  search<S extends z.ZodType>(schema: S, path: string, json: unknown): Promise<z.infer<S>>;
}

export function openDatadog(context: DatadogContext): Datadog {
  const http = open(context, siteOf(context), () => bothKeys(context));
  const ask = createAsker(context, { http, symptoms });
  const answerOf = <Answer>({ answer }: Asked<Answer>): Answer => answer;
  return {
    get: async (schema, path, query = {}) =>
      answerOf(await ask(schema, { method: 'GET', path, query, access: 'read' })),
    search: async (schema, path, json) => answerOf(await ask(schema, { method: 'POST', path, json, access: 'read' })),
  };
}

const Validation = z.looseObject({ valid: z.literal(true) });

/** Asks whether the API key is of this site. The application key is not sent. @throws Fault when it is not, or nobody says. */
export async function validateApiKey(context: DatadogContext, site = siteOf(context)): Promise<void> {
  const http = open(context, site, () => apiKey(context));
  const ask = createAsker(context, { http, symptoms });
  // Once: at another site that does not answer, nothing is lost but a guess.
  const once = site === siteOf(context) ? {} : ({ once: true } as const);
  await ask(Validation, { method: 'GET', path: '/api/v1/validate', access: 'read', ...once });
}

/** @throws Fault `not_configured` for a site that is set and none of the vendor's: the key is not sent to another one instead. */
export function siteOf({ config }: Pick<DatadogContext, 'config'>): string {
  const site = config.text('DATADOG_SITE');
  if (site !== undefined) return site;
  if (!config.has('DATADOG_SITE')) return defaultSite;
  throw new Fault('not_configured', { variable: 'DATADOG_SITE' }, `Set DATADOG_SITE to one of ${sites.join(', ')}.`);
}

/** In words for people: whoever sets an address of their own knows the site behind it, and we do not. */
export function placeOf(context: DatadogContext): string {
  return context.config.has('DATADOG_URL') ? 'the site behind DATADOG_URL' : siteOf(context);
}

function open(context: DatadogContext, site: string, authorize: () => Promise<Record<string, string>>): HttpClient {
  const { config } = context;
  const base = config.has('DATADOG_URL') ? config.url('DATADOG_URL') : addressOf(site);
  return context.httpTo(base, { authorize, retryAfter: resetSec });
}

async function apiKey({ secrets }: DatadogContext): Promise<Record<string, string>> {
  const key = await secrets.read('DATADOG_API_KEY');
  return key === undefined ? {} : { 'dd-api-key': key.reveal() };
}

async function bothKeys(context: DatadogContext): Promise<Record<string, string>> {
  const key = await context.secrets.read('DATADOG_APP_KEY');
  return { ...(await apiKey(context)), ...(key !== undefined && { 'dd-application-key': key.reveal() }) };
}
