/**
 * Search for dashboards of a stack, whose path is not documented: what the account answers decides whether it works. Or
 * of the Grafana that everything is read through.
 */
import type { z } from 'zod';
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaContext, GrafanaHandlers } from '../client.ts';
import { requireThisGrafana, searchOwnDashboards, slug } from '../instance/dashboards.ts';
import { readsThroughGrafana } from '../instance/reads-through-grafana.ts';
import { type DashboardQuestion, readInstance, searchDashboards } from './client.ts';
import type { DashboardsAnswer } from './schema.ts';

export const dashboardOperations: GrafanaHandlers<'dashboards.search'> = {
  'dashboards.search': {
    async run({ stack: asked, text, tag, limit }, context) {
      const question = { text, tag, limit: limit + 1 };
      const { stack, url, found } = readsThroughGrafana(context)
        ? await searchGrafana(context, asked, question)
        : await searchStack(context, asked, question);
      return {
        data: {
          stack,
          dashboards: found.slice(0, limit).map((one) => ({
            id: one.uid,
            title: one.title,
            ...(typeof one.folderTitle === 'string' && one.folderTitle !== '' && { folder: one.folderTitle }),
            tags: one.tags ?? [],
            ...(typeof one.url === 'string' && { url: URL.parse(one.url, url)?.href ?? one.url }),
          })),
        },
        complete: true,
        ...(found.length === 0 && {
          because:
            'The search was allowed and no dashboard matches; dashboards in folders that the credential may not see are omitted without notice.',
        }),
        truncated: found.length > limit,
      };
    },
  },
};

type Question = Omit<DashboardQuestion, 'stack'>;

interface Found {
  readonly stack: string;
  /** What addresses of dashboards are relative to. */
  readonly url: string;
  readonly found: z.infer<typeof DashboardsAnswer>;
}

async function searchGrafana(context: GrafanaContext, asked: string | undefined, question: Question): Promise<Found> {
  requireThisGrafana(asked);
  const url = context.config.url('GRAFANA_URL').href;
  return { stack: slug, url, found: await searchOwnDashboards(context, question) };
}

async function searchStack(context: GrafanaContext, asked: string | undefined, question: Question): Promise<Found> {
  const stack = asked ?? configuredStack(context);
  // First, so that an unknown stack is distinguished from a search that is not served.
  const { url } = await readInstance(context, stack);
  return { stack, url, found: await searchDashboards(context, { stack, ...question }) };
}

function configuredStack({ config }: GrafanaContext): string {
  const stack = config.text('GRAFANA_STACK');
  if (stack !== undefined) return stack;
  const remedy = 'Name a stack in the request, or set GRAFANA_STACK to the slug of the default one.';
  throw new Fault('not_configured', { variable: 'GRAFANA_STACK' }, remedy);
}
