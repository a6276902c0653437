import { CodeMatches } from '../schema/content.ts';
import type { GithubOperations } from '../../context.ts';
import { outcomeOf, readPage } from '../../paging.ts';

/** The vendor tells no more of one search. */
const maxResults = 1000;
const indexed = 'Only default branches, files below 384 KB and repositories that the token reaches are searched.';

export const searchOperations: GithubOperations<'code.search'> = {
  'code.search': {
    async run(args, context) {
      const page = await readPage(context, {
        operation: 'code.search',
        args,
        call: 'GET /search/code',
        parameters: { q: queryOf(args) },
        schema: CodeMatches,
        rows: ({ items }) => items,
        total: ({ total_count: total }) => Math.min(total, maxResults),
        accept: 'text-match+json',
      });
      const { total_count: total, incomplete_results: isUnfinished } = page.answer;
      const missing = [
        ...(isUnfinished ? ['The search took too long and was ended before it had seen everything: narrow it.'] : []),
        ...(total > maxResults
          ? [`Only the first ${maxResults} of ${total} files can be returned: narrow the search.`]
          : []),
      ];
      return {
        data: {
          total,
          files: page.rows.map(({ repository, path, sha, html_url: url, text_matches: places }) => ({
            repo: repository.full_name,
            path,
            id: sha,
            url,
            fragments: places.map(({ fragment }) => fragment),
          })),
        },
        ...outcomeOf(page, `The search was allowed and finds nothing. ${indexed}`, missing),
      };
    },
  },
};

interface Searched {
  readonly text: string;
  readonly repo?: string | undefined;
  readonly org?: string | undefined;
  readonly path?: string | undefined;
  readonly language?: string | undefined;
}

/**
 * The text in quotes, so that nothing in it qualifies the search: it holds no quote of its own, and a backslash
 * is doubled because it would take the meaning of what follows.
 */
function queryOf({ text, repo, org, path, language }: Searched): string {
  const quote = (words: string): string => `"${words.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`)}"`;
  return [
    quote(text),
    repo === undefined ? '' : `repo:${repo}`,
    org === undefined ? '' : `org:${org}`,
    path === undefined ? '' : `path:${quote(path)}`,
    language === undefined ? '' : `language:${quote(language)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
