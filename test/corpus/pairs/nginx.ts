import { atRate, type Pair } from '../pair.ts';

const language = 'nginx';
const once = { version: 1, requestsPerSec: 300 } as const;

export const nginxPairs: readonly Pair[] = [
  {
    id: 'nginx-proxy',
    language,
    program: 'proxy',
    changed: 'The upstream has no keepalive connections any more.',
    cause: 'connection-per-request',
    size: { figure: 'peer_connections_per_request', before: 0, after: 1, tolerance: 0.03, offset: 0.03 },
    ...atRate(200),
  },
  {
    id: 'nginx-files',
    language,
    program: 'files',
    changed: 'gzip is on, at level 9.',
    cause: 'compression',
    size: { figure: 'cpu_ms_per_request', before: 0.15, after: 1.2, tolerance: 0.4 },
    ...atRate(100),
  },
  {
    id: 'nginx-health',
    language,
    program: 'health',
    changed: 'The access log is on.',
    cause: 'logging',
    size: { figure: 'write_calls_per_request', before: 1, after: 2, tolerance: 0.03 },
    ...atRate(300),
  },
  {
    id: 'nginx-same',
    language,
    program: 'proxy',
    changed: 'Nothing.',
    cause: 'none',
    size: { figure: 'peer_connections_per_request', before: 0, after: 0, tolerance: 0, offset: 0.03 },
    before: once,
    after: once,
  },
];
