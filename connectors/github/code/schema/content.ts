import { z } from 'zod';
import { optionalText } from '../../schema-parts.ts';
import { rowsOf } from '../../../../src/core/rows.ts';

const Entry = z.object({
  type: z.string(),
  path: z.string(),
  sha: z.string(),
  size: z.int(),
  // Only whether there is one is used: of a private repository it carries a token.
  download_url: z.string().nullish(),
});

/** In the form that the media type `object` gives to all of them. */
export const Content = z.discriminatedUnion('type', [
  Entry.extend({ type: z.literal('file'), encoding: z.string(), content: z.string() }),
  Entry.extend({ type: z.literal('dir'), entries: rowsOf(Entry) }),
  Entry.extend({ type: z.literal('symlink'), target: z.string() }),
  Entry.extend({ type: z.literal('submodule'), submodule_git_url: optionalText }),
]);
export type Content = z.infer<typeof Content>;

export const Blob = z.object({ content: z.string(), encoding: z.string(), size: z.int() });

export const CodeMatches = z.object({
  total_count: z.int(),
  incomplete_results: z.boolean(),
  items: rowsOf(
    z.object({
      path: z.string(),
      sha: z.string(),
      html_url: z.string(),
      repository: z.object({ full_name: z.string() }),
      text_matches: rowsOf(z.object({ fragment: z.string() })).default([]),
    }),
  ),
});
