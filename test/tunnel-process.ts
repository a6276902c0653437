/**
 * An instance as a process of its own, for tests that copy its volume or kill it: reads the RUNNER_
 * variables, enrols when it must, connects, and prints each state of its tunnel as a line of JSON.
 */
import { systemClock } from '../src/core/clock.ts';
import { createLog } from '../src/core/log.ts';
import { createAgents } from '../src/core/network-agent.ts';
import { Redactor } from '../src/core/redact.ts';
import { Secret } from '../src/core/secret.ts';
import { parseInstanceConfig } from '../src/tunnel/instance/config.ts';
import { enrol } from '../src/tunnel/instance/enrol.ts';
import { openTunnel } from '../src/tunnel/instance/open-tunnel.ts';

const { config, problems } = parseInstanceConfig(process.env);
if (config === undefined) throw new Error(problems.map(({ problem }) => problem).join('\n'));
const log = createLog('tunnel-process', { level: 'silent', redactor: new Redactor() });
const agent = createAgents({ ca: config.ca, env: process.env }).https;
const token = new Secret(process.env['RUNNER_BOOTSTRAP_TOKEN'] ?? '');
const common = { config, agent, clock: systemClock, log };
const identity = await enrol({ ...common, class: 'agent', token: () => Promise.resolve(token) });
const client = openTunnel({
  ...common,
  identity,
  versions: { agent: '1.2.3' },
  handlers: { 'health.run': async () => ({ at: String(process.pid), checks: [] }) },
});
client.onState((state) => process.stdout.write(`${JSON.stringify(state)}\n`));
