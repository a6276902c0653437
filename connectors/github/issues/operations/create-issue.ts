/** The only write of this connector. It is sent once, after a look whether the same key has opened an issue before. */
import { createHash } from 'node:crypto';
import type { DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask, inRepository } from '../../client.ts';
import type { GithubContext, GithubOperations } from '../../context.ts';
import { Issue, IssueList } from '../schema.ts';

type Told = Answer<DataOf<'code.create_github_issue'>>;

/** The newest issues that are looked at: a call that is repeated is repeated soon. */
const lookedAt = 50;

export const issueOperations: GithubOperations<'code.create_github_issue'> = {
  'code.create_github_issue': {
    guard({ body }) {
      if (body.length <= maxCallersBody) return;
      throw new Fault(
        'invalid_arguments',
        { field: 'body' },
        `Shorten it to ${maxCallersBody} characters: the rest of what an issue holds is needed for the mark of its key.`,
      );
    },

    async run({ repo, title, body, labels = [], idempotencyKey }, context) {
      const mark = markOf(repo, idempotencyKey);
      const before = await findMarked(context, repo, mark);
      if (before !== undefined) {
        return {
          ...tell(before),
          because: `#${before.number} was opened before under the same key; nothing was sent.`,
        };
      }
      const { answer } = await ask(context, {
        schema: Issue,
        call: 'POST /repos/{owner}/{repo}/issues',
        parameters: {
          ...inRepository(repo),
          title,
          body: markedBody(body, mark),
          labels: labels.length > 0 ? labels : undefined,
        },
      });
      const dropped = labels.filter((label) => !hasLabel(answer, label));
      if (dropped.length === 0) return tell(answer);
      return {
        ...tell(answer),
        complete: false,
        because: `The issue is open, without the labels ${dropped.join(', ')}: the vendor drops labels that the account may not set.`,
      };
    },
  },
};

/** The first that was opened with the mark: a later one may have been copied from it. */
async function findMarked(context: GithubContext, repo: string, mark: string): Promise<Issue | undefined> {
  const { answer } = await ask(context, {
    schema: IssueList,
    call: 'GET /repos/{owner}/{repo}/issues',
    parameters: { ...inRepository(repo), state: 'all', sort: 'created', direction: 'desc', per_page: String(lookedAt) },
  });
  return answer.findLast((one) => one.pull_request === undefined && one.body?.includes(mark) === true);
}

function hasLabel({ labels }: Issue, wanted: string): boolean {
  const name = (label: Issue['labels'][number]): string | undefined => (typeof label === 'string' ? label : label.name);
  return labels.some((label) => name(label)?.toLowerCase() === wanted.toLowerCase());
}

function tell({ number, state, html_url: url, created_at: createdAt }: Issue): Told {
  return { data: { number, state, url, createdAt }, complete: true, truncated: false };
}

/** Of the body, the mark included. */
const maxBodyLength = 65_536;

/**
 * A line in the text of an issue that no reader sees: from which key it was opened. The vendor has no field for it.
 * The Agent's own record knows the keys it has used; the mark is for what that record cannot know: another Agent, or
 * one that lost its volume after the issue was sent. A digest, so that nobody who reads the issue learns the key and can
 * open another one under it.
 */
export function markOf(repo: string, idempotencyKey: string): string {
  const digest = createHash('sha256').update(`${repo.toLowerCase()}\n${idempotencyKey}`).digest('hex').slice(0, 32);
  return `<!-- farol: ${digest} -->`;
}

function markedBody(body: string, mark: string): string {
  return body === '' ? mark : `${body}\n\n${mark}`;
}

/** What is left for the caller's own text. */
export const maxCallersBody = maxBodyLength - markedBody('x', markOf('', '')).length + 1;
