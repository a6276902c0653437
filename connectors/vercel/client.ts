/** The only file of this connector that talks to the network. Every call but those about the token names the team, when one is configured. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import { Fault } from '../../src/core/fault.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { manifest } from './manifest.ts';
import { DeploymentsAnswer, Project, ProjectsAnswer, TeamAnswer, TokenAnswer, UserAnswer } from './schema.ts';
import { symptoms } from './symptoms.ts';

export type VercelContext = ConnectorContext<typeof manifest>;

export interface VercelClient {
  /** What the token is, whichever team is configured. */
  getToken(): Promise<z.infer<typeof TokenAnswer>>;
  getTeam(id: string): Promise<z.infer<typeof TeamAnswer>>;
  getUser(): Promise<z.infer<typeof UserAnswer>>;
  listDeployments(question: FormFields): Promise<z.infer<typeof DeploymentsAnswer>>;
  listProjects(question: FormFields): Promise<z.infer<typeof ProjectsAnswer>>;
  getProject(idOrName: string): Promise<Project>;
}

export function openVercel(context: VercelContext): VercelClient {
  const http = context.http('VERCEL_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms });
  const teamId = context.config.text('VERCEL_TEAM_ID');
  const getAnywhere = async <S extends z.ZodType>(schema: S, path: string, query?: FormFields): Promise<z.infer<S>> =>
    (await ask(schema, { method: 'GET', path, ...(query !== undefined && { query }), access: 'read' })).answer;
  const get = <S extends z.ZodType>(schema: S, path: string, query: FormFields = {}): Promise<z.infer<S>> =>
    getAnywhere(schema, path, { ...query, teamId });
  return {
    getToken: () => getAnywhere(TokenAnswer, '/v5/user/tokens/current'),
    getTeam: (id) => getAnywhere(TeamAnswer, `/v2/teams/${encodeURIComponent(id)}`),
    getUser: () => get(UserAnswer, '/v2/user'),
    listDeployments: (question) => get(DeploymentsAnswer, '/v6/deployments', question),
    listProjects: (question) => listEitherWay((path) => get(ProjectsAnswer, path, question)),
    getProject: (idOrName) => get(Project, `/v9/projects/${encodeURIComponent(idOrName)}`),
  };
}

/** The vendor documents the list of the newer version alone; where the older one has gone, the newer one answers. */
async function listEitherWay<T>(list: (path: string) => Promise<T>): Promise<T> {
  try {
    return await list('/v9/projects');
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'not_found_or_hidden') throw error;
    return list('/v10/projects');
  }
}

async function authorize({ secrets }: VercelContext): Promise<Record<string, string>> {
  const token = await secrets.read('VERCEL_TOKEN');
  return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
}
