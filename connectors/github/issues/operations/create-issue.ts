/** The only write of this connector. It is sent once, after a look whether the same key has opened an issue before. */
import type { DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { Issue, IssueList } from '../schema.ts';
import { ask, inRepository } from '../../client.ts';
import type { GithubContext, GithubOperations } from '../../context.ts';
import { markedBody, markOf, maxCallersBody } from './marker.ts';

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
