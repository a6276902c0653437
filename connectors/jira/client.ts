/** The only file of this connector that talks to the network: interface version 3 of Jira Cloud. */
import type { z } from 'zod';
import { createAsker } from '../../src/connector/ask-json.ts';
import type { ConnectorContext } from '../../src/connector/context.ts';
import { diagnose } from '../../src/connector/symptom.ts';
import type { Fault } from '../../src/core/fault.ts';
import type { FormFields } from '../../src/core/http-body.ts';
import type { HttpRequest, HttpResponse } from '../../src/core/http-client.ts';
import { isAnswer, isAnswerOfWrite, isAsToNobody } from './anonymous.ts';
import type { manifest } from './manifest.ts';
import {
  CommentsAnswer,
  CreatedComment,
  CreatedIssue,
  DetailedIssue,
  Myself,
  PermissionsAnswer,
  ProjectsAnswer,
  SearchAnswer,
  ServerInfo,
  TenantInfo,
  TransitionsAnswer,
} from './schema.ts';
import { symptoms } from './symptoms.ts';

export type JiraContext = ConnectorContext<typeof manifest>;

export interface ProjectsQuestion {
  readonly query?: string | undefined;
  readonly startAt?: number;
  readonly limit: number;
}

export interface SearchQuestion {
  readonly jql: string;
  readonly fields: readonly string[];
  readonly limit: number;
  readonly pageToken?: string | undefined;
}

export interface Written<T> {
  readonly answer: T;
  /** Jira did not take the credential, and what was written has no author. */
  readonly isByNobody: boolean;
}

export interface JiraClient {
  whoAmI(): Promise<z.infer<typeof Myself>>;
  /** Keys of those that are held: in any project, in one, or for one ticket. */
  heldOf(keys: readonly string[], where?: { project?: string; ticket?: string }): Promise<ReadonlySet<string>>;
  searchProjects(question: ProjectsQuestion): Promise<z.infer<typeof ProjectsAnswer>>;
  search(question: SearchQuestion): Promise<z.infer<typeof SearchAnswer>>;
  getIssue(key: string, fields: readonly string[]): Promise<DetailedIssue>;
  /** The latest first. */
  listComments(key: string, limit: number): Promise<z.infer<typeof CommentsAnswer>>;
  listTransitions(key: string): Promise<z.infer<typeof TransitionsAnswer>>;
  create(fields: object): Promise<Written<z.infer<typeof CreatedIssue>>>;
  addComment(key: string, body: object): Promise<Written<z.infer<typeof CreatedComment>>>;
  transition(key: string, change: { id: string; fields?: object | undefined }): Promise<Written<undefined>>;
}

export function openJira(context: JiraContext): JiraClient {
  const http = context.http('JIRA_URL', { authorize: () => authorize(context) });
  const ask = createAsker(context, { http, symptoms, isAnswer });
  const get = async <S extends z.ZodType>(schema: S, path: string, query?: FormFields): Promise<z.infer<S>> =>
    (await ask(schema, { method: 'GET', path, ...(query !== undefined && { query }), access: 'read' })).answer;
  const askToWrite = createAsker(context, { http, symptoms, isAnswer: isAnswerOfWrite });
  async function write<S extends z.ZodType>(schema: S, path: string, json: object): Promise<Written<z.infer<S>>> {
    const { answer, headers } = await askToWrite(schema, { method: 'POST', path, json, access: 'write' });
    return { answer, isByNobody: isAsToNobody({ headers }) };
  }

  /** For an answer that has no body when it is yes. */
  async function tell(request: HttpRequest): Promise<Written<undefined>> {
    const response = await http.send(request);
    if (response.status === 204) return { answer: undefined, isByNobody: isAsToNobody(response) };
    throw diagnoseIn(context, request, response);
  }

  return {
    whoAmI: () => get(Myself, '/rest/api/3/myself'),
    async heldOf(keys, { project, ticket } = {}) {
      const query = { permissions: keys.join(','), projectKey: project, issueKey: ticket };
      const { permissions } = await get(PermissionsAnswer, '/rest/api/3/mypermissions', query);
      return new Set(keys.filter((key) => permissions[key]?.havePermission === true));
    },
    searchProjects: ({ query, startAt = 0, limit }) =>
      get(ProjectsAnswer, '/rest/api/3/project/search', {
        query,
        action: 'browse',
        orderBy: 'key',
        expand: 'lead',
        startAt: String(startAt),
        maxResults: String(limit),
      }),
    search: async ({ jql, fields, limit, pageToken }) => {
      // POST because a query may be longer than an address may be; it is a read.
      const json = { jql, fields, maxResults: limit, nextPageToken: pageToken };
      const request = { method: 'POST', path: '/rest/api/3/search/jql', json, access: 'read' } as const;
      return (await ask(SearchAnswer, request)).answer;
    },
    getIssue: (key, fields) => get(DetailedIssue, pathOf(key), { fields: fields.join(','), updateHistory: 'false' }),
    listComments: (key, limit) =>
      get(CommentsAnswer, `${pathOf(key)}/comment`, { orderBy: '-created', maxResults: String(limit) }),
    listTransitions: (key) => get(TransitionsAnswer, `${pathOf(key)}/transitions`, { expand: 'transitions.fields' }),
    create: (fields) => write(CreatedIssue, '/rest/api/3/issue', { fields }),
    addComment: (key, body) => write(CreatedComment, `${pathOf(key)}/comment`, { body }),
    transition: (key, { id, fields }) =>
      tell({
        method: 'POST',
        path: `${pathOf(key)}/transitions`,
        json: { transition: { id }, fields },
        access: 'write',
      }),
  };
}

/**
 * What the site says to anybody about where it is at api.atlassian.com.
 * https://support.atlassian.com/jira/kb/retrieve-my-atlassian-sites-cloud-id/
 */
export async function readCloudId(context: JiraContext): Promise<string> {
  return (await askAnonymously(context, TenantInfo, '/_edge/tenant_info')).cloudId;
}

/**
 * What Jira is there: Data Center has this at the same path.
 * https://developer.atlassian.com/cloud/jira/platform/rest/v2/api-group-server-info/
 */
export function readServer(context: JiraContext): Promise<z.infer<typeof ServerInfo>> {
  return askAnonymously(context, ServerInfo, '/rest/api/2/serverInfo');
}

async function askAnonymously<S extends z.ZodType>(context: JiraContext, schema: S, path: string): Promise<z.infer<S>> {
  const ask = createAsker(context, { http: context.http('JIRA_URL'), symptoms });
  return (await ask(schema, { method: 'GET', path, access: 'read' })).answer;
}

async function authorize({ config, secrets }: JiraContext): Promise<Record<string, string>> {
  const email = config.text('JIRA_EMAIL');
  const token = (await secrets.read('JIRA_API_TOKEN'))?.reveal();
  if (token === undefined) return {};
  if (email === undefined) return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` };
}

function pathOf(key: string): string {
  return `/rest/api/3/issue/${encodeURIComponent(key)}`;
}

function diagnoseIn({ config, clock }: JiraContext, { path }: HttpRequest, response: HttpResponse): Fault {
  return diagnose(symptoms, { response, path, nowMs: clock.now(), variable: (name) => config.describe(name) });
}
