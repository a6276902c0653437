import { z } from 'zod';
import { domainsOfReads, findEntries, findExamples, listRequired } from '../../catalog/catalog-entries.ts';
import type { ConfiguredSources } from '../../catalog/answering-agents.ts';
import { OffsetCursor, pageOf } from './offset-cursor.ts';
import { defineTool } from './tool.ts';

/** Of one operation: of connectors that are configured, as long as there are some. */
const shownExamples = 2;
const listedSources = 12;

export const catalogSearch = defineTool({
  name: 'catalog_search',
  title: 'Search the catalog of read operations',
  description:
    'Finds read operations by a question in your own words, the best first, with what catalog_read needs: required arguments and an example of arguments for a connector, whose names and ids you replace. Start here; without q it lists all. configured names the sources that a live Agent has: only these can answer now, and one of several must be named as source of catalog_read.',
  args: z.strictObject({
    q: z.string().max(200).optional().describe('Such as: cost by service, or pods that restart'),
    domain: z.string().min(1).max(64).optional().describe('Such as metrics, logs or tickets'),
    configured: z.boolean().default(false).describe('Only what a live Agent has a connector for'),
    limit: z.int().min(1).max(100).default(8),
    cursor: OffsetCursor,
  }),
  result: z.strictObject({
    operations: z.array(
      z.strictObject({
        name: z.string(),
        summary: z.string(),
        required: z.array(z.string()).describe('Arguments'),
        connectors: z.array(z.string()).describe('That can answer'),
        configured: z.array(z.string()).describe('Sources'),
        further_configured: z.int().optional().describe('Sources that are not listed; catalog_describe lists more'),
        examples: z.record(z.string(), z.record(z.string(), z.unknown())).describe('Of arguments, by connector'),
      }),
    ),
    total: z.int(),
    unknown: z.array(z.string()).optional().describe('Words of q that no operation has'),
    nearest: z.array(z.string()).optional().describe('Where nothing is found: words to try instead'),
    domains: z.array(z.string()).optional().describe('Where nothing is found: all there are'),
    next_cursor: z.string().optional(),
  }),
  call: async ({ q, domain, configured: onlyConfigured, ...paging }, { asker, deps }) => {
    const sources = await deps.answering.find(asker.organization);
    const { entries, unknown, nearest } = findEntries(asker, { q, domain, access: 'read' });
    const found = entries.map(({ name, summary, answers }) => {
      const connectors = answers.map(({ connector }) => connector);
      return { name, summary, connectors, configured: connectors.filter((one) => sources.has(one)) };
    });
    const matching = onlyConfigured ? found.filter(({ configured }) => configured.length > 0) : found;
    const { entries: page, total, next } = pageOf(matching, paging);
    return {
      result: {
        operations: page.map(({ name, summary, connectors, configured }) => ({
          name,
          summary,
          required: [...listRequired(name)],
          connectors,
          ...listConfigured(configured, sources),
          examples: findExamples(name, (configured.length > 0 ? configured : connectors).slice(0, shownExamples)),
        })),
        total,
        ...(unknown.length > 0 && { unknown: [...unknown] }),
        ...(nearest.length > 0 && { nearest: [...nearest] }),
        ...(total === 0 && { domains: [...domainsOfReads] }),
        ...next,
      },
    };
  },
});

function listConfigured(
  connectors: readonly string[],
  found: ConfiguredSources,
): { configured: string[]; further_configured?: number } {
  const names = connectors.flatMap((connector) => (found.get(connector) ?? []).map(({ source }) => source));
  const further = names.length - listedSources;
  return { configured: names.slice(0, listedSources), ...(further > 0 && { further_configured: further }) };
}
