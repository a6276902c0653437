/** Search for dashboards of a stack. Its path is not documented: what the account answers decides whether it works. */
import { Fault } from '../../../src/core/fault.ts';
import type { GrafanaContext, GrafanaHandlers } from '../client.ts';
import { readInstance, searchDashboards } from './client.ts';

export const dashboardOperations: GrafanaHandlers<'dashboards.search'> = {
  'dashboards.search': {
    async run({ stack: asked, text, tag, limit }, context) {
      const stack = asked ?? configuredStack(context);
      // First, so that an unknown stack is distinguished from a search that is not served.
      const { url } = await readInstance(context, stack);
      const found = await searchDashboards(context, { stack, text, tag, limit: limit + 1 });
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
            'The search was allowed and no dashboard matches; dashboards in folders that the token may not see are omitted without notice.',
        }),
        truncated: found.length > limit,
      };
    },
  },
};

function configuredStack({ config }: GrafanaContext): string {
  const stack = config.text('GRAFANA_STACK');
  if (stack !== undefined) return stack;
  const remedy = 'Name a stack in the request, or set GRAFANA_STACK to the slug of the default one.';
  throw new Fault('not_configured', { variable: 'GRAFANA_STACK' }, remedy);
}
