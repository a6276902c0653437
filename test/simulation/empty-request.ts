/** The row of a request that nobody has answered, without what tells it from others. */
import { workload } from './profiler.ts';

export const emptyRequest = {
  workload,
  version: '1',
  env: '',
  kind: 'head' as const,
  duration_sec: 10,
  warmup_sec: 0,
  image: null,
  requested_by_type: 'token' as const,
  requested_by: 'ci',
  requested_by_id: null,
  status: 'queued' as const,
  running_since: null,
  phase: null,
  reason_code: null,
  reason_text: null,
  finished_at: null,
  recorded: 0,
};
