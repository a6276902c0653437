/** Measures, gate, issues and hotspots of one analysis. */
import type { ResolvedWindow } from '../../catalog/window.ts';
import type { ConnectorOperations } from '../../src/connector/connector.ts';
import { openSonar } from './client.ts';
import type { manifest } from './manifest.ts';
import { placeIn } from './paging.ts';
import { toGate, toHotspot, toIssue, toMeasure } from './to-answer.ts';
import { explainNoIssues } from './visibility.ts';

export const operations = {
  'quality.searchIssues': {
    async run({ project, branch, pullRequest, limit, cursor, window: asked, ...filter }, context) {
      const analysis = { project, branch, pullRequest };
      // As it was asked for: a window that ends now is another one at every page.
      const place = placeIn(['quality.searchIssues', analysis, asked, filter], limit, cursor);
      const client = openSonar(context);
      const created = context.window === undefined ? {} : endsOf(context.window);
      const {
        issues,
        components = [],
        paging,
      } = await client.searchIssues(analysis, { ...filter, ...created }, place.page);
      const data = { total: paging.total, issues: issues.map((issue) => toIssue(issue, components)) };
      if (issues.length > 0 || paging.total > 0) {
        const because = 'The previous page was the last.';
        return { data, ...(issues.length === 0 && { because }), ...place.goOn({ rows: issues, paging }) };
      }
      return { data, ...(await explainNoIssues(client, analysis)), truncated: false };
    },
  },

  'quality.getMeasures': {
    async run({ metrics, ...analysis }, context) {
      const { key, name, measures = [] } = await openSonar(context).getMeasures(analysis, metrics);
      const told = new Set(measures.map(({ metric }) => metric));
      const unmeasured = metrics.filter((metric) => !told.has(metric));
      return {
        data: { project: { key, name: name ?? key }, measures: measures.map(toMeasure), unmeasured },
        complete: true,
        ...(measures.length === 0 && {
          because:
            'The token may see the project, but it has no value for any of these metrics: it was never analysed, or not for them.',
        }),
        truncated: false,
      };
    },
  },

  'quality.getQualityGate': {
    async run(analysis, context) {
      const data = toGate(await openSonar(context).getGate(analysis));
      const why =
        data.state === 'none'
          ? 'The token may see the project, but it was never analysed or has no quality gate.'
          : 'No condition of the quality gate was evaluated in this analysis.';
      return {
        data,
        complete: true,
        ...(data.conditions.length === 0 && { because: why }),
        truncated: false,
      };
    },
  },

  'quality.searchHotspots': {
    async run({ project, branch, pullRequest, status, limit, cursor }, context) {
      const analysis = { project, branch, pullRequest };
      const place = placeIn(['quality.searchHotspots', analysis, status], limit, cursor);
      const answer = await openSonar(context).searchHotspots(analysis, { status }, place.page);
      const { hotspots, components = [], paging } = answer;
      // Without Browse they are refused, so that an empty list means none.
      const because = 'The token may browse the project, but no hotspot of this analysis matches.';
      return {
        data: { total: paging.total, hotspots: hotspots.map((hotspot) => toHotspot(hotspot, components)) },
        ...(hotspots.length === 0 && { because }),
        ...place.goOn({ rows: hotspots, paging }),
      };
    },
  },
} satisfies ConnectorOperations<typeof manifest>;

/** In whole seconds, which is all SonarQube takes; its second end is not included, ours is. */
function endsOf({ fromMs, toMs }: ResolvedWindow): { createdAfter: string; createdBefore: string } {
  return {
    createdAfter: renderSecond(Math.floor(fromMs / 1000)),
    createdBefore: renderSecond(Math.floor(toMs / 1000) + 1),
  };
}

function renderSecond(second: number): string {
  return new Date(second * 1000).toISOString().replace('.000Z', '+0000');
}
