/** The routes of flame graphs. */
import { FlameGraph } from '../../profiler/witness/say/flame/flame-graph.ts';
import { found, type Route } from './route.ts';
import type { CaptureRecord } from '../../src/control/api/api.ts';
import { makeFlame, type WrittenStack } from './make-flame.ts';
import { seedDiff } from './seed-diff.ts';

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

/** The stacks of a service whose newer version prices a basket twice. */
const loop = '_start>main>tokio::runtime::run';
const handler = `${loop}>checkout::serve>checkout::handlers::basket`;
const pricing = `${handler}>checkout::price_basket`;

const stacks: readonly WrittenStack[] = [
  [`${loop}>epoll_wait@libc.so.6>do_syscall_64@[kernel]>ep_poll@[kernel]`, 4.8, 4.1],
  [`${loop}>checkout::serve>http::parse`, 5.6, 5.5],
  [`${loop}>checkout::serve>http::parse>memchr@libc.so.6`, 2.1, 2],
  [`${loop}>checkout::serve>checkout::handlers::health`, 0.4, 0.4],
  [handler, 1.2, 1.3],
  [`${handler}>serde_json::from_slice`, 3.4, 3.3],
  [`${handler}>serde_json::from_slice>std::sys::alloc::realloc`, 1.6, 1.9],
  [`${handler}>checkout::tax::flat_rate`, 1.1, 0],
  [`${handler}>checkout::tax::flat_rate>checkout::tax::round_half_up`, 0.6, 0],
  [pricing, 4.2, 12.6],
  [`${pricing}>checkout::rules::apply`, 3.9, 11.5],
  [`${pricing}>checkout::rules::apply>regex::find@libregex.so`, 3.1, 9.8],
  [`${pricing}>checkout::tax::rate_for_region`, 0, 0.9],
  [`${pricing}>std::sys::alloc::realloc`, 2.2, 5.2],
  [`${handler}>checkout::audit::write>write@libc.so.6>do_syscall_64@[kernel]>vfs_write@[kernel]`, 3.6, 1.4],
  [`${handler}>checkout::audit::write>chrono::format`, 1.7, 0.6],
  ...Array.from({ length: 12 }, (_, step): WrittenStack => [
    `${handler}>checkout::handlers::step_${String(step + 1).padStart(2, '0')}`,
    0.3 - step * 0.02,
    0.29 - step * 0.019,
  ]),
];

/** Undefined without a bundle on that instance. */
function seedFlame({ instances, version }: CaptureRecord, instance: string | undefined): FlameGraph | undefined {
  const isFound = instances.some(
    (one) => one.bundle_id !== undefined && (instance === undefined || one.instance === instance),
  );
  if (!isFound) return undefined;
  const graph = makeFlame(stacks, { program: 'checkout-api', after: { version, captures: 1 } });
  const { samples } = graph.after;
  return { ...graph, complete: false, after: { ...graph.after, ends_early: Math.round(samples * 0.013) } };
}

/** Undefined when the sides cannot be found among the pushed captures. */
function seedFlameDiff(captures: readonly CaptureRecord[], from?: string, to?: string): FlameGraph | undefined {
  const diff = seedDiff(captures, from, to);
  if (diff === undefined) return undefined;
  return makeFlame(stacks, {
    program: 'checkout-api',
    before: { version: diff.baseline.version, captures: 1 + diff.baseline_replicates.length },
    after: { version: diff.head.version, captures: 1 + diff.head_replicates.length },
  });
}
