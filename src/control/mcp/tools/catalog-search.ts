import { z } from 'zod';
import { findEntries } from '../../catalog/catalog-entries.ts';
import { OffsetCursor, pageOf } from './offset-cursor.ts';
import { defineTool } from './tool.ts';

export const catalogSearch = defineTool({
  name: 'catalog_search',
  title: 'Search the catalog of read operations',
  description:
    'Finds read operations by a question in your own words, the best first. Start here; without q it lists all of them. configured names the connectors that a live Agent has.',
  args: z.strictObject({
    q: z.string().max(200).optional().describe('Such as: cost by service, or pods that restart'),
    domain: z.string().min(1).max(64).optional().describe('Such as metrics, logs or tickets'),
    configured: z.boolean().default(false).describe('Only what a live Agent has a connector for'),
    limit: z.int().min(1).max(100).default(25),
    cursor: OffsetCursor,
  }),
  result: z.strictObject({
    operations: z.array(
      z.strictObject({
        name: z.string(),
        summary: z.string(),
        connectors: z.array(z.string()),
        configured: z.array(z.string()),
      }),
    ),
    total: z.int(),
    next_cursor: z.string().optional(),
  }),
  call: async ({ q, domain, configured: onlyConfigured, ...paging }, { asker, deps }) => {
    const agents = await deps.answering.find(asker.organization);
    const { entries: all } = findEntries(asker, { q, domain, access: 'read' });
    const found = all.map(({ name, summary, answers }) => {
      const connectors = answers.map(({ connector }) => connector);
      return { name, summary, connectors, configured: connectors.filter((one) => agents.has(one)) };
    });
    const matching = onlyConfigured ? found.filter(({ configured }) => configured.length > 0) : found;
    const { entries, total, next } = pageOf(matching, paging);
    return { result: { operations: [...entries], total, ...next } };
  },
});
