import type { CaptureEntry } from './capture-index.ts';

/** An entry of the index, as tests need it. */
export function makeEntry(id: string, server: CaptureEntry['server']): CaptureEntry {
  return {
    id,
    server,
    variant: 'unchanged',
    round: 1,
    start: '2026-01-01T00:00:00.000Z',
    measured_sec: 10,
    requests_sent: 2500,
    load_factor: 1,
    load_average: 2.5,
  };
}
