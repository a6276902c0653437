/**
 * Jira Data Center: interface version 2, below the context path of the server. Unlike Cloud it returns all projects at
 * once, counts the tickets of a search, lists every permission, and takes texts in its own markup.
 * https://docs.atlassian.com/software/jira/docs/api/REST/8.20.0/
 */
import { z } from 'zod';
import { isPlainAnswer } from '../../src/connector/ask-json.ts';
import type { DecodedResponse } from '../../src/connector/decoded-response.ts';
import { continueAt, decodePlace } from '../../src/connector/cursor.ts';
import { believedSec } from '../../src/core/retry-after.ts';
import { receivedIn } from '../../src/core/rows.ts';
import { toWiki } from './adf/to-wiki.ts';
import { isAsToNobodyHere, userHeader } from './anonymous.ts';
import { type Calls, createCalls, issuePath, type JiraClient, type JiraContext, type Page } from './client.ts';
import {
  AllProjects,
  CommentsAnswer,
  type Issue,
  Myself,
  OwnTokens,
  PermissionsAnswer,
  type Project,
  ServerInfo,
  TicketsFound,
} from './schema.ts';

/** The last key of the page before; an administrator decides what keys look like. */
const ProjectPlace = z.string().min(1).max(255);

/** Tickets before the page, and how many of a search this server returns at most, where it says so. */
const SearchPlace = z
  .strictObject({ at: z.int().min(1), window: z.int().min(1).optional() })
  .refine(({ at, window }) => window === undefined || window > at);

export interface DataCenterClient extends JiraClient {
  /** As the server describes itself to this account. */
  readServer(): Promise<z.infer<typeof ServerInfo>>;
  /** The personal access tokens of the account, without the tokens themselves. */
  listOwnTokens(): Promise<z.infer<typeof OwnTokens>>;
}

export function openDataCenter(context: JiraContext): DataCenterClient {
  const http = context.http('JIRA_URL', {
    authorize: () => authorize(context),
    retryAfter: (headers) => believedSec(Number(headers['x-ratelimit-interval-seconds'])),
  });
  const options = {
    http,
    isAnswer: (response: DecodedResponse) => isPlainAnswer(response) && !isAsToNobodyHere(response),
    isByNobody: isAsToNobodyHere,
  };
  let identified: Promise<unknown> | undefined;
  const unchecked = createCalls(context, { ...options, base: '/rest/api/2' });
  const { get, question, getIssue, listTransitions, create, comment, transition } = createCalls(context, {
    ...options,
    base: '/rest/api/2',
    // Without the header nothing distinguishes an answer to the account from one to nobody; this call does.
    async afterRead({ headers }) {
      if (headers[userHeader] === undefined) await (identified ??= unchecked.get(Myself, '/myself'));
    },
  });
  const ofTokens: Calls = createCalls(context, { ...options, base: '/rest/pat/latest' });

  return {
    textFormat: 'jira_wiki',
    whoAmI: () => unchecked.get(Myself, '/myself'),
    readServer: () => get(ServerInfo, '/serverInfo'),
    listOwnTokens: () => ofTokens.get(OwnTokens, '/tokens'),
    async heldOf(keys, { project, ticket } = {}) {
      const { permissions } = await get(PermissionsAnswer, '/mypermissions', { projectKey: project, issueKey: ticket });
      return new Set(keys.filter((key) => permissions[key]?.havePermission === true));
    },
    async listProjects({ query, limit, cursor }) {
      const about = ['tickets.listProjects', query];
      const after = cursor === undefined ? undefined : decodePlace(about, cursor, ProjectPlace);
      const wanted = query?.toLowerCase() ?? '';
      const isWanted = ({ key, name }: Project): boolean => `${key}\n${name}`.toLowerCase().includes(wanted);
      const left = (await get(AllProjects, '/project', { expand: 'lead' }))
        .filter((project) => isWanted(project) && (after === undefined || project.key > after))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1));
      const rows = left.slice(0, limit);
      const next = left.length > rows.length ? JSON.stringify(rows.at(-1)?.key) : undefined;
      return { rows, ...continueAt(about, { from: JSON.stringify(after), next }) };
    },
    async search({ jql, fields, limit, about, cursor }) {
      const { at, window } = cursor === undefined ? { at: 0 } : decodePlace(about, cursor, SearchPlace);
      const maxResults = window === undefined ? limit : Math.min(limit, window - at);
      return pageOf(await question(TicketsFound, '/search', { jql, fields, startAt: at, maxResults }), { about, at });
    },
    getIssue,
    listComments: (key, limit) =>
      get(CommentsAnswer, `${issuePath(key)}/comment`, {
        orderBy: '-created',
        maxResults: String(limit),
        expand: 'properties',
      }),
    listTransitions,
    toBody: toWiki,
    create,
    addComment: (key, body) => comment(key, toWiki(body)),
    transition,
  };
}

/** The server may give fewer than it was asked for, so that the next page begins where this one ended. */
function pageOf(
  { issues, total, maxResultWindow: window }: z.infer<typeof TicketsFound>,
  { about, at }: { readonly about: readonly unknown[]; readonly at: number },
): Page<Issue> {
  const end = at + receivedIn(issues);
  if (total <= end) return { rows: issues, truncated: false };
  if (window !== undefined && end >= window) {
    const cut = `Jira returns only the first ${window} of the ${total} tickets that match: narrow the query.`;
    return { rows: issues, truncated: true, cut };
  }
  if (end === at) {
    const cut = `Jira counts ${total} tickets that match and returned none of them on this page: repeat the search from the beginning.`;
    return { rows: issues, truncated: true, cut };
  }
  const next = JSON.stringify({ at: end, window });
  return { rows: issues, ...continueAt(about, { from: undefined, next }) };
}

async function authorize({ secrets }: JiraContext): Promise<Record<string, string>> {
  const token = (await secrets.read('JIRA_PERSONAL_ACCESS_TOKEN'))?.reveal();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}
