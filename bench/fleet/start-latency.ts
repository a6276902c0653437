/** From a request for a capture to the Profiler that begins it, beside a bare notification of the same PostgreSQL. */
import { Client } from 'pg';
import { defaultCapturesPerHour } from '../../src/control/captures/hourly-ceiling.ts';
import type { Row } from '../bench-report.ts';
import { forgetCaptures, type FleetUnderTest, placesOf, shuffle } from './fleet-under-test.ts';
import { machineMs, pause, percentile } from './machine-time.ts';

const betweenMs = 100;

export async function measureStartLatency(fleet: FleetUnderTest): Promise<Row[]> {
  const { bench, callers, population, simulator, store, databaseUrl } = fleet;
  const asked: Promise<{ id: string; askedAt: number } | undefined>[] = [];
  const ofEach = population.organizations.map((organization) => {
    const profilers = placesOf(population, (one) => one.organization === organization && one.class === 'profiler');
    return { organization, profilers: shuffle(profilers) };
  });
  for (let round = 0; round < defaultCapturesPerHour && !bench.signal.aborted; round += 1) {
    for (const { organization, profilers } of ofEach) {
      const { instance } = population.instances[profilers[round % profilers.length] ?? -1] ?? {};
      if (instance === undefined) continue;
      asked.push(callers.capture({ organization, instance }));
      await pause(betweenMs);
    }
  }
  const captures = await Promise.all(asked);
  const starts = await simulator.ask('starts', null);
  const took = captures.flatMap((one) => {
    const startedAt = one === undefined ? undefined : starts[one.id];
    return one === undefined || startedAt === undefined ? [] : [startedAt - one.askedAt];
  });
  const [lost = 'no reason is known'] = callers.captures.lost;
  if (took.length === 0) throw new Error(`no Profiler began a capture: ${lost}`);
  const bare = await measureNotify(databaseUrl, took.length);
  await forgetCaptures(store);
  const name = 'bare LISTEN and NOTIFY';
  return [
    {
      name: `request → Profiler begins, p99 of ${took.length}`,
      unit: 'ms',
      samples: [percentile(took, 0.99)],
      goal: 250,
      peer: { name: `${name}, p99`, samples: [percentile(bare, 0.99)] },
    },
    {
      name: 'request → Profiler begins, median',
      unit: 'ms',
      samples: [percentile(took, 0.5)],
      peer: { name: `${name}, median`, samples: [percentile(bare, 0.5)] },
    },
  ];
}

/** From the statement of one connection to the notification of another, in milliseconds. */
async function measureNotify(connectionString: string, count: number): Promise<number[]> {
  const [from, to] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([from.connect(), to.connect()]);
  const took: number[] = [];
  try {
    await to.query('listen farol_bench');
    for (let at = 0; at < count; at += 1) {
      const heard = new Promise((resolve) => to.once('notification', resolve));
      const sentAt = machineMs();
      await from.query(`notify farol_bench, '${at}'`);
      await heard;
      took.push(machineMs() - sentAt);
    }
    return took;
  } finally {
    await Promise.all([from.end(), to.end()]);
  }
}
