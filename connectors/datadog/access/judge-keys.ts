/**
 * Who is to blame for a refusal: the site, the API key, the application key or one scope. The vendor's
 * answer is the same for all four, so further cheap reads tell; each verdict says what they showed.
 */
import { refineFault } from '../../../src/connector/symptom.ts';
import { Fault } from '../../../src/core/fault.ts';
import { readOneMonitor } from '../monitors/health.ts';
import { AnyAnswer } from './found.ts';
import { type DatadogContext, openDatadog, placeOf, siteOf, validateApiKey } from '../client.ts';
import { addScope } from './add-scope.ts';
import { sites } from './sites.ts';

const hourSec = 3600;
const apiKeyShape = /^[0-9a-f]{32}$/u;
const appKeyShape = /^[0-9a-f]{40}$/u;

/** @returns a sharper fault that keeps the evidence of `fault`. @throws Fault when the further reads meet something else. */
export async function judgeKeys(fault: Fault, context: DatadogContext): Promise<Fault> {
  if (!(await isApiKeyOf(context, siteOf(context)))) return judgeApiKey(fault, context);
  const opened = await whatOpens(context);
  if (opened === undefined) return rejectedAppKey(fault, context);
  if (!isOf(fault, 'permission_missing')) return fault;
  const { grant, layer } = fault.data;
  return refineFault(
    fault,
    'permission_missing',
    { grant, layer },
    `Site and keys are right: ${opened} can be read with them. ${addScope(grant)}`,
  );
}

/** Asked only when the answer was a refusal: whether another site knows the key. */
async function judgeApiKey(fault: Fault, context: DatadogContext): Promise<Fault> {
  const { config } = context;
  const site = siteOf(context);
  const swapped = await hintOfShape(context);
  const rejected = (tried: string): Fault =>
    refineFault(
      fault,
      'credential_rejected',
      { kind: 'API key', reason: 'rejected' },
      `The key in DATADOG_API_KEY is unknown at ${placeOf(context)}. ${tried}${swapped} Scopes are not the cause.`,
    );
  const create = 'Check under Organization Settings, API Keys, whether it was revoked or disabled.';
  if (config.has('DATADOG_URL')) {
    return rejected(`Check first that DATADOG_URL leads to the site of your organization. ${create}`);
  }
  if (config.text('DATADOG_TRY_OTHER_SITES') !== 'on') {
    return rejected(
      `Check first that DATADOG_SITE is the site in the address of your web pages; to have the key tried at the other sites of the vendor, set DATADOG_TRY_OTHER_SITES to on. Only if the site is right: ${create}`,
    );
  }
  const right = await findSite(context);
  if (right === undefined) return rejected(`No other site that answered knows it either. ${create}`);
  return refineFault(
    fault,
    'wrong_endpoint',
    { variable: 'DATADOG_SITE', tried: site },
    `The API key is valid at ${right}: set DATADOG_SITE to that. Do not rotate the keys, and leave the scopes as they are.`,
  );
}

/** The keys are valid texts at one site only, so the first that takes it is the one. */
async function findSite(context: DatadogContext): Promise<string | undefined> {
  const others = sites.filter((site) => site !== siteOf(context));
  const answers = await Promise.all(
    others.map(async (site) => ({ site, isRight: await isApiKeyOf(context, site).catch(() => false) })),
  );
  return answers.find(({ isRight }) => isRight)?.site;
}

/** @throws Fault when the site says neither yes nor no. */
async function isApiKeyOf(context: DatadogContext, site: string): Promise<boolean> {
  try {
    await validateApiKey(context, site);
    return true;
  } catch (error) {
    if (isOf(error, 'permission_missing') || isOf(error, 'credential_rejected')) return false;
    throw error;
  }
}

/** What the application key opens of the two reads that every customer of this connector grants; undefined for neither. */
async function whatOpens(context: DatadogContext): Promise<string | undefined> {
  const datadog = openDatadog(context);
  const from = String(Math.floor(context.clock.now() / 1000) - hourSec);
  const reads = [
    ['monitors', () => readOneMonitor(datadog)],
    ['metrics', () => datadog.get(AnyAnswer, '/api/v1/metrics', { from })],
  ] as const;
  for (const [what, read] of reads) {
    try {
      await read();
      return what;
    } catch (error) {
      if (!isOf(error, 'permission_missing') && !isOf(error, 'credential_rejected')) throw error;
    }
  }
  return undefined;
}

async function rejectedAppKey(fault: Fault, context: DatadogContext): Promise<Fault> {
  const swapped = await hintOfShape(context);
  return refineFault(
    fault,
    'credential_rejected',
    { kind: 'application key', reason: 'rejected' },
    `The API key is valid at ${placeOf(context)}, but the key in DATADOG_APP_KEY can read neither monitors nor metrics.${swapped} Find it under Organization Settings, Application Keys: it was revoked, it belongs to another organization, its owner is disabled, or its scopes include none of those needed. Leave the API key as it is.`,
  );
}

/** Looks at the keys and sends nothing. A hint only: the vendor may change the form of its keys. */
async function hintOfShape({ secrets }: DatadogContext): Promise<string> {
  const [api, app] = [await secrets.read('DATADOG_API_KEY'), await secrets.read('DATADOG_APP_KEY')];
  const isSwapped = appKeyShape.test(api?.reveal() ?? '') || apiKeyShape.test(app?.reveal() ?? '');
  return isSwapped ? ' By their form, DATADOG_API_KEY and DATADOG_APP_KEY may be swapped: check that first.' : '';
}

function isOf<K extends 'permission_missing' | 'credential_rejected'>(error: unknown, kind: K): error is Fault<K> {
  return error instanceof Fault && error.kind === kind;
}
