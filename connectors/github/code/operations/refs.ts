import type { DataOf } from '../../../../catalog/index.ts';
import { continueAt, decodeCursor } from '../../../../src/connector/cursor.ts';
import { BranchList, RefList, TagList } from '../schema/repository.ts';
import { ask, inRepository } from '../../client.ts';
import type { GithubContext, GithubOperations } from '../../context.ts';
import { outcomeOf, type PageRead, readPage } from '../../paging.ts';
import { isEmptyRepository, noCommitYet, orNothing } from '../empty-repository.ts';

type Ref = DataOf<'code.listRefs'>['refs'][number];

export const refOperations: GithubOperations<'code.listTags' | 'code.listRefs'> = {
  'code.listTags': {
    async run(args, context) {
      const page = await readPage(context, {
        operation: 'code.listTags',
        args,
        call: 'GET /repos/{owner}/{repo}/tags',
        parameters: inRepository(args.repo),
        schema: TagList,
        rows: (all) => all,
      });
      return {
        data: { tags: page.rows.map(({ name, commit }) => ({ name, commitId: commit.sha })) },
        ...outcomeOf(page, `The read was allowed and ${args.repo} has no tag.`),
      };
    },
  },

  'code.listRefs': {
    async run({ prefix, ...rest }, context) {
      if (prefix !== undefined) return listMatching({ prefix, ...rest }, context);
      const page = await readPage(context, {
        operation: 'code.listRefs',
        args: rest,
        call: 'GET /repos/{owner}/{repo}/branches',
        parameters: inRepository(rest.repo),
        schema: BranchList,
        rows: (all) => all,
      });
      const refs = page.rows.map(({ name, commit, protected: isProtected }): Ref => ({
        name,
        kind: 'branch',
        targetId: commit.sha,
        targetKind: 'commit',
        isProtected,
      }));
      return { data: { refs }, ...outcomeOf(page, `The read was allowed and ${rest.repo} has no branch yet.`) };
    },
  },
};

interface Matching {
  readonly repo: string;
  readonly prefix: string;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The vendor gives all that match at once, by name; the cursor is the last name that was answered. */
async function listMatching(
  { repo, prefix, limit, cursor }: Matching,
  context: GithubContext,
): Promise<{ data: DataOf<'code.listRefs'> } & ReturnType<typeof outcomeOf>> {
  const about = ['code.listRefs', repo, prefix];
  const after = cursor === undefined ? undefined : decodeCursor(about, cursor);
  const { answer } = await ask(context, {
    schema: orNothing(RefList),
    call: 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}',
    parameters: { ...inRepository(repo), ref: prefix },
    orMessage: isEmptyRepository,
  });
  const left = answer
    .toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
    .filter(({ ref }) => after === undefined || ref > after);
  const rows = left.slice(0, limit);
  const page: Omit<PageRead<unknown, unknown>, 'answer'> = {
    rows,
    isFirst: after === undefined,
    reached: rows.length,
    notes: [],
    ...continueAt(about, { from: after, next: left.length > limit ? rows.at(-1)?.ref : undefined }),
  };
  const refs = rows.map(({ ref, object }): Ref => ({
    name: ref.replace(/^refs\/(?:heads|tags)\//u, ''),
    kind: ref.startsWith('refs/tags/') ? 'tag' : 'branch',
    targetId: object.sha,
    targetKind: object.type,
  }));
  return {
    data: { refs },
    ...outcomeOf(page, `The read was allowed and no name begins with ${prefix}. ${noCommitYet}`),
  };
}
