/** Deploys and incidents, as the control plane lists them. */
import { MarkerList } from '../../src/control/api/api.ts';
import type { Route } from './route.ts';

export const markerRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/markers',
    role: 'member',
    answer: MarkerList,
    run: ({ state, query }) => {
      const asked = (name: string): string | undefined => query.get(name) ?? undefined;
      const limit = Number(asked('limit') ?? 50);
      const found = state.markers.filter(
        ({ workload, env, kind, started_at: from, ended_at: to }) =>
          workload === (asked('workload') ?? workload) &&
          env === (asked('env') ?? env) &&
          kind === (asked('kind') ?? kind) &&
          from < (asked('to') ?? '9') &&
          (to ?? (kind === 'incident' ? '9' : from)) >= (asked('from') ?? ''),
      );
      return { markers: found.slice(0, limit), ...(found.length > limit && { next_cursor: String(limit) }) };
    },
  },
];
