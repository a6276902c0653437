/** A process that does one attack until it is ended; started by the measure, on a processor of its own. */
import { readFileSync } from 'node:fs';
import { systemClock } from '../../src/core/clock.ts';
import { openLog } from '../../src/control/http/log.ts';
import { createAgents } from '../../src/core/network-agent.ts';
import type { InstanceConfig } from '../../src/tunnel/instance/config.ts';
import { enrol } from '../../src/tunnel/instance/enrol.ts';
import { type AttackName, attacks, keepBusy, type Target } from './attacks.ts';
import { RawInstance } from './raw-instance.ts';

/** What the measure writes into the file that is the only argument. */
export interface AttackOrder {
  readonly attack: AttackName | 'busy';
  readonly ca: string;
  readonly ports: Target['ports'];
  readonly tenant: string;
  /** Enrolled already. */
  readonly identityDirs: Readonly<Record<'agent' | 'profiler', string>>;
}

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as AttackOrder;
const { https: agent } = createAgents({ ca: order.ca, env: {} });
const target: Target = {
  ca: order.ca,
  ports: order.ports,
  connect: async (instanceClass) => {
    const config: InstanceConfig = {
      tenant: order.tenant,
      instance: `hostile-${instanceClass}`,
      tunnelUrl: new URL(`wss://localhost:${order.ports.tunnel}`),
      enrollUrl: new URL(`https://localhost:${order.ports.app}/enroll`),
      identityDir: order.identityDirs[instanceClass],
      ca: order.ca,
    };
    const identity = await enrol({
      config,
      class: instanceClass,
      agent,
      clock: systemClock,
      log: openLog('fatal'),
      token: () => Promise.reject(new Error('it is enrolled')),
      maxAttempts: 1,
    });
    return RawInstance.connect({ tunnelUrl: config.tunnelUrl, agent, identity });
  },
};
const ending = new AbortController();
const staying = setInterval(() => undefined, 1000);
process.once('SIGTERM', () => {
  ending.abort();
  clearInterval(staying);
  setTimeout(() => process.exit(0), 500);
});
process.stdout.write('attacking\n');
await (order.attack === 'busy' ? keepBusy : attacks[order.attack].run)(target, ending.signal);
