import { atRate, type Pair } from '../pair.ts';

const language = 'redis';
const once = { version: 1, requestsPerSec: 300 } as const;

export const redisPairs: readonly Pair[] = [
  {
    id: 'redis-durable',
    language,
    program: 'durable',
    changed: 'appendfsync is always instead of everysec.',
    cause: 'synchronous-write',
    size: { figure: 'response_ms_p50', before: 0.2, after: 2.2, tolerance: 0.6 },
    ...atRate(100),
  },
  {
    id: 'redis-same',
    language,
    program: 'plain',
    changed: 'Nothing.',
    cause: 'none',
    size: { figure: 'cpu_ms_per_request', before: 0.06, after: 0.06, tolerance: 0.5 },
    before: once,
    after: once,
  },
  {
    id: 'redis-load',
    language,
    program: 'plain',
    changed: 'Nothing but its load, which is twice as high.',
    cause: 'none',
    size: { figure: 'requests_per_sec', before: 300, after: 600, tolerance: 0.05 },
    before: once,
    after: { version: 1, requestsPerSec: 600 },
  },
];
