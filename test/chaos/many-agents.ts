/**
 * Many Agents in one process, each with its own identity, journal and way to the control plane: they enrol,
 * keep their tunnels and answer. Says each change of a tunnel as a line of JSON. The argument is a ManyAgents.
 */
import path from 'node:path';
import { machineMs } from '../../bench/fleet/machine-time.ts';
import { openLog } from '../../src/control/http/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createAgents } from '../../src/core/network-agent.ts';
import { Secret } from '../../src/core/secret.ts';
import { enrol } from '../../src/tunnel/instance/enrol.ts';
import { openTunnel } from '../../src/tunnel/instance/open-tunnel.ts';
import { AgentUnderTest } from '../contract/agent-under-test.ts';
import { readName, thingsCatalog, thingsConnector, writeName } from './things.ts';

export interface ManyAgents {
  readonly folder: string;
  readonly enrollUrl: string;
  readonly ca: string;
  readonly token: string;
  /** Of the third party. */
  readonly upstream: string;
  /** Port of the link of each Agent by its name. */
  readonly ports: Readonly<Record<string, number>>;
}

export interface AgentLine {
  readonly instance: string;
  readonly state: 'connecting' | 'live' | 'waiting' | 'stopped';
  /** By the clock that all processes share. */
  readonly at: number;
}

const all = JSON.parse(process.argv[2] ?? '') as ManyAgents;
const log = openLog('fatal');
const agent = createAgents({ ca: all.ca, env: {} }).https;
const secret = new Secret(all.token);

async function start(instance: string, port: number): Promise<void> {
  const config = {
    tenant: 'acme',
    instance,
    tunnelUrl: new URL(`wss://127.0.0.1:${port}`),
    enrollUrl: new URL(all.enrollUrl),
    identityDir: path.join(all.folder, instance),
    ca: all.ca,
  };
  const common = { config, agent, clock: systemClock, log };
  const identity = await enrol({ ...common, class: 'agent', token: () => Promise.resolve(secret) });
  const dispatch = new AgentUnderTest({
    registry: [thingsConnector],
    catalog: thingsCatalog,
    allowed: new Set([readName, writeName]),
    env: { THINGS_URL: all.upstream },
    instance,
    journalFile: path.join(config.identityDir, 'writes.jsonl'),
    operationsPerMinute: 100_000,
    concurrentCalls: 16,
  });
  const tunnel = openTunnel({
    ...common,
    identity,
    versions: { agent: '1.2.3' },
    handlers: {
      'operation.run': ({ operation, args, idempotency }, { signal }) =>
        dispatch.ask(operation, args, { signal, ...(idempotency !== undefined && { idempotency }) }),
    },
  });
  tunnel.onState(({ state }) => {
    const line: AgentLine = { instance, state, at: machineMs() };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  });
}

// A few at a time, as instances do that come up one after the other.
const waiting = Object.entries(all.ports);
const worker = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await start(...next);
};
await Promise.all(Array.from({ length: 8 }, worker));
