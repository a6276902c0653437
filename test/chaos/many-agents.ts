/**
 * Many Agents in one process, each with its own identity and its own way to the control plane: they enrol,
 * keep their tunnels and count what they are asked. Says each change of a tunnel as a line of JSON. The
 * argument is a FleetOfAgents.
 */
import path from 'node:path';
import { openLog } from '../../src/control/http/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createAgents } from '../../src/core/network-agent.ts';
import { Secret } from '../../src/core/secret.ts';
import { enrol } from '../../src/tunnel/instance/enrol.ts';
import { openTunnel } from '../../src/tunnel/instance/open-tunnel.ts';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';

export interface FleetOfAgents {
  readonly folder: string;
  readonly enrollUrl: string;
  readonly ca: string;
  readonly token: string;
  /** Port of the link of each Agent by its name. */
  readonly ports: Readonly<Record<string, number>>;
}

export interface AgentLine {
  readonly instance: string;
  readonly state: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const fleet = JSON.parse(process.argv[2] ?? '') as FleetOfAgents;
const log = openLog('fatal');
const agent = createAgents({ ca: fleet.ca, env: {} }).https;
const secret = new Secret(fleet.token);
const result = { complete: true, truncated: false, source: 'things', upstreamCalls: 1 };
async function start(instance: string, port: number): Promise<void> {
  const config = {
    tenant: 'acme',
    instance,
    tunnelUrl: new URL(`wss://127.0.0.1:${port}`),
    enrollUrl: new URL(fleet.enrollUrl),
    identityDir: path.join(fleet.folder, instance),
    ca: fleet.ca,
  };
  const common = { config, agent, clock: systemClock, log };
  const identity = await enrol({ ...common, class: 'agent', token: () => Promise.resolve(secret) });
  /** By idempotency key, how often this Agent was asked for the write. */
  const runs: Record<string, number> = {};
  const run = ({ args }: { args?: unknown }): Promise<OperationAnswer> => {
    const { idempotencyKey: key, ask } = args as { idempotencyKey?: string; ask?: string };
    if (key !== undefined) runs[key] = (runs[key] ?? 0) + 1;
    const data = ask === 'runs' ? runs : { instance, ask: ask ?? key };
    return Promise.resolve({ ok: true, result: { ...result, data } });
  };
  const tunnel = openTunnel({ ...common, identity, versions: { agent: '1.2.3' }, handlers: { 'operation.run': run } });
  tunnel.onState(({ state }) => {
    const line: AgentLine = { instance, state, at: Date.now() };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  });
}

// A few at a time, as instances do that come up one after the other.
const waiting = Object.entries(fleet.ports);
const worker = async (): Promise<void> => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await start(...next);
};
await Promise.all(Array.from({ length: 8 }, worker));
