/** Lists: projects, tickets that match a query, and where a ticket can be moved. */
import { z } from 'zod';
import type { DataOf } from '../../catalog/index.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { continueAt, decodeCursor, decodePlace } from '../../src/connector/cursor.ts';
import { Fault } from '../../src/core/fault.ts';
import { receivedIn } from '../../src/core/rows.ts';
import { pageOf } from './address.ts';
import { openJira } from './client.ts';
import type { manifest } from './manifest.ts';
import type { JiraTransition, Project } from './schema.ts';
import { unboundedRemedy } from './symptoms/question.ts';
import { toPerson, toStatus, toTicket, usualFields } from './ticket.ts';
import { explainNothing, readTicket } from './visibility.ts';

const seesNoProject =
  'Jira returned nothing because the account may not browse any project: grant it Browse Projects in the permission scheme of each project to be read.';

/** Number of entries before the page. */
const Offset = z.int().min(1);

export const readOperations = {
  'tickets.listProjects': {
    async run({ query, limit, cursor }, context) {
      const about = ['tickets.listProjects', query];
      const startAt = cursor === undefined ? 0 : decodePlace(about, cursor, Offset);
      const client = openJira(context);
      const { values, isLast, total = 0 } = await client.searchProjects({ query, startAt, limit });
      const end = startAt + receivedIn(values);
      const hasMore = isLast === false || total > end;
      const isEmpty = values.length === 0 && cursor === undefined;
      return {
        data: { projects: values.map((project) => toProject(project, context.config.url('JIRA_URL'))) },
        ...(isEmpty
          ? await explainNothing(client, {
              permission: 'Browse projects',
              none:
                query === undefined
                  ? 'The read was allowed and the site has no project that this account may browse and that is not archived.'
                  : 'The read was allowed and no project that this account may browse matches; others are omitted without notice.',
              hidden: seesNoProject,
            })
          : { complete: true, ...(values.length === 0 && { because: 'The previous page was the last.' }) }),
        ...continueAt(about, {
          from: String(startAt),
          next: isLast === false || (hasMore && end > startAt) ? String(end) : undefined,
          hasMore,
        }),
      };
    },
  },

  'tickets.search': {
    guard({ query: { text } }) {
      if (!/^order\s+by\b/iu.test(text)) return;
      throw new Fault('invalid_arguments', { field: 'query.text' }, unboundedRemedy);
    },
    async run({ query: { text: jql }, fields: further = [], limit, cursor }, context) {
      const about = ['tickets.search', jql, further];
      const from = cursor === undefined ? undefined : decodeCursor(about, cursor);
      const client = openJira(context);
      const fields = [...usualFields, ...further];
      const { issues, isLast, nextPageToken, ...older } = await client.search({ jql, fields, limit, pageToken: from });
      const next = isLast === true ? undefined : nextPageToken || undefined;
      const hasMore = isLast === false || (older.total ?? 0) > (older.startAt ?? 0) + receivedIn(issues);
      const site = context.config.url('JIRA_URL');
      return {
        data: { tickets: issues.map((issue) => toTicket(issue, { site, further })) },
        ...(issues.length > 0 || next !== undefined || hasMore
          ? {
              complete: true,
              ...(issues.length === 0 &&
                next !== undefined && { because: 'This page is empty; continue with nextCursor.' }),
            }
          : await explainNothing(client, {
              permission: 'Browse projects',
              none: 'The read was allowed and no ticket that this account may see matches; others are omitted without notice.',
              hidden: seesNoProject,
            })),
        ...continueAt(about, { from, next, hasMore }),
      };
    },
  },

  'tickets.listTransitions': {
    async run({ key }, context) {
      const client = openJira(context);
      const { transitions } = await readTicket(client, key, () => client.listTransitions(key));
      return {
        data: { transitions: transitions.map(toTransition) },
        ...(transitions.length > 0
          ? { complete: true }
          : await explainNothing(client, {
              permission: 'Transition issues',
              ticket: key,
              none: 'The account may move this ticket, but the workflow has no transition from its present status.',
              hidden: `The account lacks Transition issues for ${key}, so Jira returns no transition: grant it in the permission scheme of the project.`,
            })),
        truncated: false,
      };
    },
  },
} satisfies Pick<
  ConnectorOperations<typeof manifest>,
  'tickets.listProjects' | 'tickets.search' | 'tickets.listTransitions'
>;

function toProject(project: Project, site: URL): DataOf<'tickets.listProjects'>['projects'][number] {
  const { id, key, name, projectTypeKey: type, projectCategory: category, archived, isPrivate } = project;
  const lead = toPerson(project.lead);
  const url = pageOf(site, key);
  return {
    id,
    key,
    name,
    ...(type !== undefined && { type }),
    ...(category != null && { category: category.name }),
    ...(lead !== undefined && { lead }),
    isArchived: archived ?? false,
    ...(isPrivate !== undefined && { isPrivate }),
    ...(url !== undefined && { url }),
  };
}

/** A required field that Jira fills by itself needs nothing from the caller. */
function toTransition(transition: JiraTransition): DataOf<'tickets.listTransitions'>['transitions'][number] {
  const { id, name, to, fields = {} } = transition;
  return {
    id,
    name,
    to: toStatus(to) ?? { name: to.name, category: 'unknown' },
    requiredFields: Object.entries(fields)
      .filter(([, { required, hasDefaultValue }]) => required && hasDefaultValue !== true)
      .map(([field, { name: label }]) => ({ id: field, name: label })),
  };
}
