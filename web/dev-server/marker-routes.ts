/** Deploys and incidents, as the control plane lists them. */
import { type Marker, MarkerList } from '../../src/control/api/api.ts';
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

export function seedMarkers(at: (minutesAgo: number) => string): Marker[] {
  const of = { workload: 'checkout-api', env: 'production', recorded_by: 'deploy pipeline' };
  const day = 24 * 60;
  return [
    {
      ...of,
      id: 'marker-deploy',
      kind: 'deploy',
      version: '2.14.0',
      url: 'https://ci.example.com/runs/4711',
      started_at: at(150),
      recorded_at: at(150),
    },
    {
      ...of,
      id: 'marker-incident',
      kind: 'incident',
      title: 'Payments time out',
      started_at: at(90 * day),
      ended_at: at(90 * day - 40),
      recorded_at: at(90 * day),
    },
  ];
}
