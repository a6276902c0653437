/** The only file of this connector that talks to the network. Every call but those about the token names the team, when one is configured. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import { Fault } from '../../src/core/fault.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { manifest } from './manifest.ts';
import { ProjectsAnswer } from './schema.ts';
import { symptoms } from './symptoms.ts';

export type VercelContext = ConnectorContext<typeof manifest>;

type Get = <S extends z.ZodType>(schema: S, path: string, query?: FormFields) => Promise<z.infer<S>>;

export interface VercelClient {
  /** A read of the configured team. */
  readonly get: Get;
  /** A read about the token, whichever team is configured. */
  readonly getOfToken: Get;
}

export function openVercel(context: VercelContext): VercelClient {
  const http = context.http('VERCEL_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms });
  const teamId = context.config.text('VERCEL_TEAM_ID');
  const getOfToken: Get = async (schema, path, query) =>
    (await ask(schema, { method: 'GET', path, ...(query !== undefined && { query }), access: 'read' })).answer;
  return { getOfToken, get: (schema, path, query) => getOfToken(schema, path, { ...query, teamId }) };
}

/** The vendor documents the list of the newer version alone; where the older one has gone, the newer one answers. */
export async function listProjects(
  context: VercelContext,
  question: FormFields,
): Promise<z.infer<typeof ProjectsAnswer>> {
  const { get } = openVercel(context);
  try {
    return await get(ProjectsAnswer, '/v9/projects', question);
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'not_found_or_hidden') throw error;
    return get(ProjectsAnswer, '/v10/projects', question);
  }
}

async function authorize({ secrets }: VercelContext): Promise<Record<string, string>> {
  const token = await secrets.read('VERCEL_TOKEN');
  return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
}
