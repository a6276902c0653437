/** The three writes, and no more. Each is one call, sent once; Jira has no field for a key that would make a second one harmless. */
import type { Handlers } from '../../src/connector/connector.ts';
import { pageOf } from './address.ts';
import { toDocument } from './adf/from-body.ts';
import { openJira } from './client.ts';
import type { manifest } from './manifest.ts';
import { toTime } from './ticket.ts';

export const writeHandlers = {
  'tickets.create': {
    async run({ project, type, summary, description, labels, priority, parent, fields }, context) {
      const { id, key } = await openJira(context).create({
        ...fields,
        project: { key: project },
        issuetype: { name: type },
        summary,
        ...(description !== undefined && { description: toDocument(description) }),
        ...(labels !== undefined && { labels }),
        ...(priority !== undefined && { priority: { name: priority } }),
        ...(parent !== undefined && { parent: { key: parent } }),
      });
      const url = pageOf(context.config.url('JIRA_URL'), key);
      return { data: { id, key, ...(url !== undefined && { url }) }, complete: true, truncated: false };
    },
  },

  'tickets.addComment': {
    async run({ key, body }, context) {
      const { id, created } = await openJira(context).addComment(key, toDocument(body));
      const createdAt = toTime(created);
      return {
        data: { id, key, ...(createdAt !== undefined && { createdAt }) },
        complete: true,
        truncated: false,
      };
    },
  },

  'tickets.transition': {
    async run({ key, transitionId, fields }, context) {
      await openJira(context).transition(key, { id: transitionId, fields });
      return { data: { key, transitionId }, complete: true, truncated: false };
    },
  },
} satisfies Pick<Handlers<typeof manifest>, 'tickets.create' | 'tickets.addComment' | 'tickets.transition'>;
