/** Lines that match, page by page. */
import type { GrafanaHandlers } from '../client.ts';
import { completeness } from '../completeness.ts';
import { openLogs, rangeOf } from './client.ts';
import { explainNoLines } from './explain-no-lines.ts';
import { tellLine } from './lines.ts';
import { guardLineQuery } from './logql.ts';
import { decodePlace, encodePlace, readPage } from './pages.ts';
import { requireWindow } from '../../../src/connector/window.ts';

export const searchOperations: GrafanaHandlers<'logs.search'> = {
  'logs.search': {
    guard({ query }) {
      guardLineQuery(query.text);
    },
    async run({ query, window: asked, order, limit, cursor }, { window, ...context }) {
      const client = openLogs(context);
      const resolved = requireWindow(window);
      const about = ['logs.search', query.text, asked, order];
      // The cursor carries the window too: one that is relative to now would slide between pages.
      const place = cursor === undefined ? { ...rangeOf(resolved), told: 0 } : decodePlace(about, cursor);
      const { lines, next, missing } = await readPage(client, { text: query.text, order, limit }, place);
      const isAllTold = lines.length === 0 && missing.length === 0;
      return {
        data: { lines: lines.map(tellLine) },
        ...(isAllTold && cursor === undefined ? await explainNoLines(client, resolved) : completeness(missing)),
        ...(isAllTold &&
          cursor !== undefined && { because: 'No further line matches: the previous page was the last.' }),
        truncated: next !== undefined,
        ...(next !== undefined && { nextCursor: encodePlace(about, next) }),
      };
    },
  },
};
