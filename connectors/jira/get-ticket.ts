/** One ticket with its text, its links and its latest comments, oldest of them first. */
import type { DataOf } from '../../catalog/index.ts';
import type { Answer, ConnectorOperations } from '../../src/connector/connector.ts';
import { Fault } from '../../src/core/fault.ts';
import { documentToText } from './adf/to-text.ts';
import type { JiraClient } from './client.ts';
import type { manifest } from './manifest.ts';
import { openJira } from './open-jira.ts';
import type { DetailedIssue } from './schema.ts';
import { toComment, toLinked, toTicket, usualFields } from './ticket.ts';
import { readTicket } from './visibility.ts';

const detailFields = [...usualFields, 'description', 'subtasks', 'issuelinks'];

export const getTicketHandler = {
  'tickets.get': {
    async run({ key, fields: further = [], limit }, context) {
      const client = openJira(context);
      const issue = await readTicket(client, key, () => client.getIssue(key, [...detailFields, ...further]));
      const { comments, commentCount, ...completeness } = await readComments(client, key, limit);
      const description = documentToText(issue.fields.description);
      return {
        data: {
          ticket: {
            ...toTicket(issue, { site: context.config.url('JIRA_URL'), further }),
            ...(description !== undefined && { description }),
            subtasks: (issue.fields.subtasks ?? []).map(toLinked),
            links: toLinks(issue),
          },
          ...(commentCount !== undefined && { commentCount }),
          comments,
          textFormat: client.textFormat,
        },
        ...completeness,
        truncated: commentCount !== undefined && commentCount > comments.length,
      };
    },
  },
} satisfies Pick<ConnectorOperations<typeof manifest>, 'tickets.get'>;

interface Comments extends Pick<Answer, 'complete' | 'because'> {
  readonly comments: DataOf<'tickets.get'>['comments'];
  readonly commentCount?: number;
}

/** A ticket is worth having without its comments. */
async function readComments(client: JiraClient, key: string, limit: number): Promise<Comments> {
  try {
    const { comments, total } = await client.listComments(key, limit);
    return { complete: true, comments: comments.map(toComment).toReversed(), commentCount: total };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const because = `The comments are missing: they could not be read (${error.kind}). ${error.remedy}`;
    return { complete: false, because, comments: [] };
  }
}

/** Each link is described from the side of this ticket. */
function toLinks({ fields: { issuelinks } }: DetailedIssue): DataOf<'tickets.get'>['ticket']['links'] {
  return (issuelinks ?? []).flatMap(({ type, inwardIssue, outwardIssue }) => [
    ...(outwardIssue === undefined ? [] : [{ relation: type.outward, ...toLinked(outwardIssue) }]),
    ...(inwardIssue === undefined ? [] : [{ relation: type.inward, ...toLinked(inwardIssue) }]),
  ]);
}
