/** The routes of flame graphs. */
import { FlameGraph } from '../../profiler/witness/say/flame/flame-graph.ts';
import { found, type Route } from './route.ts';
import { seedFlame, seedFlameDiff } from './seed-flame.ts';

export const flameRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/profiling/captures/:id/flame',
    role: 'member',
    answer: FlameGraph,
    run: ({ state, params, query }) => {
      const capture = found(state.captures.find((one) => one.request_id === params['id']));
      return state.flame ?? found(seedFlame(capture, query.get('instance') ?? undefined));
    },
  },
  {
    method: 'GET',
    path: '/api/profiling/diff/flame',
    role: 'member',
    answer: FlameGraph,
    run: ({ state, query }) => {
      const ofTarget = state.captures.filter(
        (one) => one.workload === query.get('workload') && one.env === (query.get('env') ?? ''),
      );
      const [from, to] = [query.get('from') ?? undefined, query.get('to') ?? undefined];
      return state.flame ?? found(seedFlameDiff(ofTarget, from, to));
    },
  },
];
