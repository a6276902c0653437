/** From an admin who revokes many instances to the end of the last of their tunnels. */
import { FleetInstance } from '../../src/control/api/api.ts';
import type { Row } from '../bench-report.ts';
import { type FleetUnderTest, shuffle } from './fleet-under-test.ts';
import { machineMs, pause } from './machine-time.ts';

const most = 300;
/** As many requests as a script of an admin would keep open. */
const atOnce = 16;
const timeoutMs = 20_000;

export async function measureRevocation({ callers, population, simulator, bench }: FleetUnderTest): Promise<Row[]> {
  const { instances } = population;
  const revoked = shuffle([...instances.keys()]).slice(0, Math.min(most, Math.floor(instances.length / 2)));
  const revokedAt = new Map<number, number>();
  const left = [...revoked];
  const startedAt = machineMs();
  const work = async (): Promise<void> => {
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      const { organization, instance } = instances[at] ?? {};
      if (organization === undefined || instance === undefined) continue;
      const call = { method: 'POST', path: `/api/fleet/${instance}/revoke` } as const;
      await callers.apiOf(organization).call(call, FleetInstance);
      revokedAt.set(at, machineMs());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const askedMs = machineMs() - startedAt;
  let ended = await simulator.ask('ended', { of: revoked });
  while (ended.length < revoked.length && machineMs() - startedAt < timeoutMs && !bench.signal.aborted) {
    await pause(50);
    ended = await simulator.ask('ended', { of: revoked });
  }
  if (ended.length < revoked.length) throw new Error(`${revoked.length - ended.length} revoked tunnels are still live`);
  const late = ended.map(([at, endedAt]) => Math.max(0, endedAt - (revokedAt.get(at) ?? startedAt)));
  return [
    {
      name: `${revoked.length} instances revoked: first request → last tunnel ended`,
      unit: 'ms',
      samples: [Math.max(...ended.map(([, endedAt]) => endedAt)) - startedAt],
      goal: 1000,
      peer: { name: 'the requests alone', samples: [askedMs] },
    },
    {
      name: 'answer to a revocation → its tunnel ended, at most',
      unit: 'ms',
      samples: [Math.max(...late)],
      goal: 1000,
    },
  ];
}
