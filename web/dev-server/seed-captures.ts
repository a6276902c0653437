/** Captures in every state the wire knows, enough of them for two pages. */
import type { CaptureRecord, RemovedCapture } from '../../src/control/api/api.ts';

type At = (minutesAgo: number) => string;

const probes = 22;

const attachedNothing =
  'permission denied reading /proc/4211/ns/pid: AppArmor denies ptrace (read). The kernel log has apparmor="DENIED" operation="ptrace" peer="unconfined".';

const base = {
  workload: 'checkout-api',
  env: 'production',
  kind: 'head',
  duration_sec: 60,
  warmup_sec: 5,
  requested_by: { type: 'token', name: 'deploy pipeline' },
  status: 'pushed',
  recorded: false,
} as const satisfies Partial<CaptureRecord>;

const pushedReason = {
  code: 'measured',
  text: 'The capture was measured and pushed. 12 of 12 axes; fully instrumented.',
};

function pushed(
  at: At,
  minutesAgo: number,
  part: Partial<CaptureRecord> & { request_id: string; version: string },
): CaptureRecord {
  return {
    ...base,
    requested_at: at(minutesAgo),
    finished_at: at(minutesAgo - 1.2),
    outcome: 'pushed',
    reason: pushedReason,
    instances: [
      {
        instance: 'profiler-node-a',
        outcome: 'pushed',
        reason: pushedReason,
        probes: { measured: probes, total: probes, missing: [] },
        collector: { peak_rss_bytes: 16_567_000, cgroup_peak_bytes: 61_341_000 },
        bundle_id: `bundle-${part.request_id}`,
      },
    ],
    ...part,
  };
}

function failed(
  at: At,
  minutesAgo: number,
  part: Partial<CaptureRecord> & { request_id: string; version: string; reason: CaptureRecord['reason'] & object },
): CaptureRecord {
  return {
    ...base,
    requested_at: at(minutesAgo),
    finished_at: at(minutesAgo - 1),
    status: 'failed',
    outcome: 'failed',
    instances: [{ instance: 'profiler-node-a', outcome: 'failed', reason: part.reason }],
    ...part,
  };
}

export const seedRemoved: RemovedCapture = {
  workload: 'checkout-api',
  version: '1.41.0',
  removed_at: '2026-11-23T02:11:00.000Z',
  reason: 'age',
  variable: 'FAROL_RETENTION_DAYS',
  limit: 400,
};

/** Newest first. */
export function seedCaptures(at: At): CaptureRecord[] {
  const partly = {
    code: 'measured',
    text: 'The capture was measured and pushed. 11 of 12 axes; 20 of 22 probes.',
  };
  const history = Array.from({ length: 30 }, (_, index) =>
    pushed(at, 60 * 24 * 3 + index * 300, {
      request_id: `cap_history_${30 - index}`,
      version: `2.${12 - Math.trunc(index / 3)}.${2 - (index % 3)}`,
    }),
  );
  return [
    {
      ...base,
      request_id: 'cap_waiting',
      version: '3.0.1',
      env: 'staging',
      workload: 'ledger',
      status: 'queued',
      progress: { step: 'waiting' },
      requested_at: at(1),
      requested_by: { type: 'person', name: 'Chen Wei', id: 'person-member' },
      instances: [],
    },
    {
      ...base,
      request_id: 'cap_running',
      version: '2.14.0',
      kind: 'replicate',
      status: 'queued',
      progress: { step: 'running', taken_by: ['profiler-node-a'], since: at(0.6), phase: 'measuring' },
      requested_at: at(2),
      instances: [],
    },
    pushed(at, 14, { request_id: 'cap_head', version: '2.14.0' }),
    failed(at, 35, {
      request_id: 'cap_oom',
      version: '8.2.0',
      workload: 'search-indexer',
      reason: {
        code: 'collector_oom',
        text: 'collector (ptop) was killed by SIGKILL — OOM kill recorded in the container cgroup; memory limit 256 MiB, swap limit 256 MiB. Raise the limit.',
      },
    }),
    failed(at, 41, {
      request_id: 'cap_outside',
      version: '1.0.0',
      workload: 'postgres',
      requested_by: { type: 'person', name: 'Bruno Sá' },
      reason: {
        code: 'not_in_target_list',
        text: 'postgres is in no target list of the 2 live Profilers. The list is a file on each node.',
      },
    }),
    {
      ...pushed(at, 58, { request_id: 'cap_absent', version: '0.9.3', workload: 'thumbnailer' }),
      status: 'nothing_to_push',
      outcome: 'nothing_to_push',
      reason: { code: 'no_process', text: 'No process of that name runs on any live node.' },
      instances: [
        {
          instance: 'profiler-node-a',
          outcome: 'nothing_to_push',
          reason: { code: 'no_process', text: 'No process named thumbnailer runs on this node.' },
        },
      ],
    },
    {
      ...pushed(at, 80, { request_id: 'cap_partly', version: '8.1.4', workload: 'search-indexer' }),
      reason: partly,
      instances: [
        {
          instance: 'profiler-node-b',
          outcome: 'pushed',
          reason: partly,
          probes: {
            measured: 20,
            total: 22,
            missing: [
              {
                probe: 'files.openat',
                why: 'tracefs is not mounted at /sys/kernel/tracing. Mount it from the host, read-only.',
              },
              { probe: 'process.exe', why: attachedNothing },
            ],
          },
          collector: { peak_rss_bytes: 12_910_000 },
          bundle_id: 'bundle-cap_partly',
        },
        {
          instance: 'profiler-node-a',
          outcome: 'nothing_to_push',
          reason: { code: 'no_process', text: 'No process named search-indexer runs on this node.' },
        },
      ],
    },
    pushed(at, 60 * 5, {
      request_id: 'cap_recorded',
      version: '1.0.0',
      workload: 'demo-workload',
      env: '',
      recorded: true,
      requested_by: { type: 'person', name: 'Ana Lima' },
    }),
    pushed(at, 60 * 26, { request_id: 'cap_base_r2', version: '2.13.4', kind: 'replicate' }),
    pushed(at, 60 * 27, { request_id: 'cap_base_r1', version: '2.13.4', kind: 'replicate' }),
    pushed(at, 60 * 28, { request_id: 'cap_base', version: '2.13.4' }),
    ...history,
  ];
}
