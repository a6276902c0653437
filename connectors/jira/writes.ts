/** The three writes, and no more. Each is one call, sent once; Jira has no field for a key that would make a second one harmless. */
import type { Answer, ConnectorOperations } from '../../src/connector/connector.ts';
import { pageOf } from './address.ts';
import type { manifest } from './manifest.ts';
import { openJira } from './open-jira.ts';
import { toTime } from './ticket.ts';

export const writeOperations = {
  'tickets.create': {
    async run({ project, type, summary, description, labels, priority, parent, fields }, context) {
      const client = openJira(context);
      const { answer, isByNobody } = await client.create({
        ...fields,
        project: { key: project },
        issuetype: { name: type },
        summary,
        ...(description !== undefined && { description: client.toBody(description) }),
        ...(labels !== undefined && { labels }),
        ...(priority !== undefined && { priority: { name: priority } }),
        ...(parent !== undefined && { parent: { key: parent } }),
      });
      const { id, key } = answer;
      const url = pageOf(context.config.url('JIRA_URL'), key);
      return { data: { id, key, ...(url !== undefined && { url }) }, ...done(isByNobody) };
    },
  },

  'tickets.addComment': {
    async run({ key, body }, context) {
      const { answer, isByNobody } = await openJira(context).addComment(key, body);
      const { id, created } = answer;
      const createdAt = toTime(created);
      return {
        data: { id, key, ...(createdAt !== undefined && { createdAt }) },
        ...done(isByNobody),
      };
    },
  },

  'tickets.transition': {
    async run({ key, transitionId, fields }, context) {
      const { isByNobody } = await openJira(context).transition(key, { id: transitionId, fields });
      return { data: { key, transitionId }, ...done(isByNobody) };
    },
  },
} satisfies Pick<ConnectorOperations<typeof manifest>, 'tickets.create' | 'tickets.addComment' | 'tickets.transition'>;

function done(isByNobody: boolean): Omit<Answer, 'data'> {
  const because =
    'It was done anonymously: Jira allows anonymous writes there and did not accept the credential. Run the checks, and do not repeat the write.';
  return { complete: true, truncated: false, ...(isByNobody && { because }) };
}
