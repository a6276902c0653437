/** Jira Cloud: interface version 3, at the address of the site or at api.atlassian.com. */
import { z } from 'zod';
import { continueAt, decodeCursor, decodePlace } from '../../src/connector/cursor.ts';
import { receivedIn } from '../../src/core/rows.ts';
import { toDocument } from './adf/from-body.ts';
import { isAnswer, isAsToNobody } from './anonymous.ts';
import { createCalls, issuePath, type JiraClient, type JiraContext } from './client.ts';
import { CommentsAnswer, Myself, PermissionsAnswer, ProjectsAnswer, SearchAnswer } from './schema.ts';

/** Number of entries before the page. */
const Offset = z.int().min(1);

export function openCloud(context: JiraContext): JiraClient {
  const { get, question, getIssue, listTransitions, create, comment, transition } = createCalls(context, {
    http: context.http('JIRA_URL', { authorize: () => authorize(context) }),
    base: '/rest/api/3',
    isAnswer,
    isByNobody: isAsToNobody,
  });
  return {
    textFormat: 'plain',
    whoAmI: () => get(Myself, '/myself'),
    async heldOf(keys, { project, ticket } = {}) {
      const query = { permissions: keys.join(','), projectKey: project, issueKey: ticket };
      const { permissions } = await get(PermissionsAnswer, '/mypermissions', query);
      return new Set(keys.filter((key) => permissions[key]?.havePermission === true));
    },
    async listProjects({ query, limit, cursor }) {
      const about = ['tickets.listProjects', query];
      const startAt = cursor === undefined ? 0 : decodePlace(about, cursor, Offset);
      const {
        values,
        isLast,
        total = 0,
      } = await get(ProjectsAnswer, '/project/search', {
        query,
        action: 'browse',
        orderBy: 'key',
        expand: 'lead',
        startAt: String(startAt),
        maxResults: String(limit),
      });
      const end = startAt + receivedIn(values);
      const hasMore = isLast === false || total > end;
      const next = isLast === false || (hasMore && end > startAt) ? String(end) : undefined;
      return { rows: values, ...continueAt(about, { from: String(startAt), next, hasMore }) };
    },
    async search({ jql, fields, limit, about, cursor }) {
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const json = { jql, fields, maxResults: limit, nextPageToken: from };
      const { issues, isLast, nextPageToken, ...older } = await question(SearchAnswer, '/search/jql', json);
      const next = isLast === true ? undefined : nextPageToken || undefined;
      const hasMore = isLast === false || (older.total ?? 0) > (older.startAt ?? 0) + receivedIn(issues);
      return { rows: issues, ...continueAt(about, { from, next, hasMore }) };
    },
    getIssue,
    listComments: (key, limit) =>
      get(CommentsAnswer, `${issuePath(key)}/comment`, { orderBy: '-created', maxResults: String(limit) }),
    listTransitions,
    toBody: toDocument,
    create,
    addComment: (key, body) => comment(key, toDocument(body)),
    transition,
  };
}

async function authorize({ config, secrets }: JiraContext): Promise<Record<string, string>> {
  const email = config.text('JIRA_EMAIL');
  const token = (await secrets.read('JIRA_API_TOKEN'))?.reveal();
  if (token === undefined) return {};
  if (email === undefined) return { authorization: `Bearer ${token}` };
  return { authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` };
}
