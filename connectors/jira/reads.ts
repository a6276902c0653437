/** Lists: projects, tickets that match a query, and where a ticket can be moved. */
import type { DataOf } from '../../catalog/index.ts';
import type { Answer, ConnectorOperations } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { pageOf } from './address.ts';
import type { JiraClient, Page } from './client.ts';
import type { manifest } from './manifest.ts';
import { openJira } from './open-jira.ts';
import type { JiraTransition, Project } from './schema.ts';
import { unboundedRemedy } from './symptoms/question.ts';
import { toPerson, toStatus, toTicket, usualFields } from './ticket.ts';
import { explainNothing, readTicket } from './visibility.ts';

const seesNoProject =
  'Jira returned nothing because the account may not browse any project: grant it Browse Projects in the permission scheme of each project to be read.';

const endsBefore = 'The previous page was the last.';

export const readOperations = {
  'tickets.listProjects': {
    async run({ query, limit, cursor }, context) {
      const client = openJira(context);
      const { rows, ...page } = await client.listProjects({ query, limit, cursor });
      return {
        data: { projects: rows.map((project) => toProject(project, context.config.url('JIRA_URL'))) },
        ...(rows.length === 0 && cursor === undefined
          ? await explainNothing(client, {
              permission: 'Browse projects',
              none:
                query === undefined
                  ? 'The read was allowed and the site has no project that this account may browse and that is not archived.'
                  : 'The read was allowed and no project that this account may browse matches; others are omitted without notice.',
              hidden: seesNoProject,
            })
          : { complete: true, ...(rows.length === 0 && { because: endsBefore }) }),
        ...page,
      };
    },
  },

  'tickets.search': {
    guard({ query: { text } }) {
      if (!/^order\s+by\b/iu.test(text)) return;
      throw new Fault('invalid_arguments', { field: 'query.text' }, unboundedRemedy);
    },
    async run({ query: { text: jql }, fields: further = [], limit, cursor }, context) {
      const client = openJira(context);
      const about = ['tickets.search', jql, further];
      const fields = [...usualFields, ...further];
      const { rows, cut, ...page } = await client.search({ jql, fields, limit, about, cursor });
      const site = context.config.url('JIRA_URL');
      return {
        data: { tickets: rows.map((issue) => toTicket(issue, { site, further })) },
        ...(cut !== undefined
          ? { complete: false, because: cut }
          : await completenessOf(client, { rows, cursor, ...page })),
        ...page,
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

async function completenessOf(
  client: JiraClient,
  { rows, truncated, nextCursor, cursor }: Page<unknown> & { cursor: string | undefined },
): Promise<Pick<Answer, 'complete' | 'because'>> {
  if (rows.length > 0) return { complete: true };
  if (nextCursor !== undefined) {
    return { complete: true, because: 'This page is empty; continue with nextCursor.' };
  }
  if (truncated) return { complete: true };
  if (cursor !== undefined) return { complete: true, because: endsBefore };
  return explainNothing(client, {
    permission: 'Browse projects',
    none: 'The read was allowed and no ticket that this account may see matches; others are omitted without notice.',
    hidden: seesNoProject,
  });
}

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
