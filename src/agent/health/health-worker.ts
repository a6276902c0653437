/**
 * The process of one run of the checks: started by the Agent with its environment, ended when the run is
 * over, so that the code of the connectors and their clients leaves no memory behind. Without the
 * Agent's channel it ends at once.
 */
import { registry } from '../../../connectors/registry.ts';
import { systemClock } from '../../core/clock.ts';
import { createLog } from '../../core/log.ts';
import { createAgents } from '../../core/network-agent.ts';
import { systemRandom } from '../../core/random.ts';
import { Redactor } from '../../core/redact.ts';
import { openSecretStore } from '../../secrets/stores/secret-store.ts';
import { readLimits } from '../boot/agent-variables.ts';
import { ConnectorHost } from '../connectors/connector-host.ts';
import { openSourceStore } from '../connectors/source-store.ts';
import { readSources } from '../connectors/sources.ts';
import { RemotePermits } from './remote-permits.ts';
import { type FromWorker, ToWorker } from './health-messages.ts';
import { runChecks } from './run-check.ts';

const env = process.env;
const clock = systemClock;
const redactor = new Redactor();
const log = createLog('farol-agent', { level: env['LOG_LEVEL'], redactor });
const turns = new RemotePermits(say);

process.on('uncaughtException', (error) => {
  log.error({ err: error }, 'the health-check process failed');
  process.exit(1);
});
process.on('disconnect', () => process.exit(0));
// A signal to the whole group is for the Agent, which ends its checks itself.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
process.on('message', (raw) => {
  const message = ToWorker.parse(raw);
  if (message.say === 'turn') turns.give(message.turn);
  else void runAll(message);
});

function say(message: FromWorker): void {
  if (process.send === undefined) throw new Error('the checks are started by the Agent only');
  process.send(message);
}

async function runAll({ sources, named, ca, before }: ToWorker & { say: 'run' }): Promise<void> {
  const agents = createAgents({ ca, env });
  const store = openSecretStore({ env, redactor, ca, clock, log });
  const { limits } = readLimits(env);
  const turnsOf = (source: string) => turns.of(source);
  const ports = {
    agents,
    clock,
    random: systemRandom,
    log,
    redactor,
    limits,
    turnsOf,
    store: openSourceStore(env, clock),
  };
  const hosts = readSources({ registry, env, named }, redactor, store)
    .filter(({ setup }) => sources.includes(setup.source))
    .map(({ registered, setup }) => new ConnectorHost(registered, setup, ports));
  // An unreadable secret is reported by the check that needs it; the redactor must know the rest before any check runs.
  await Promise.allSettled(hosts.map((host) => host.readSecrets()));
  const { signal } = new AbortController();
  const checkPorts = { redactor, log, signal, before, nowMs: clock.now() };
  const check = async (host: ConnectorHost): Promise<void> =>
    say({ say: 'checked', source: host.id, checks: await runChecks(host, checkPorts) });
  await Promise.all(hosts.map(check));
  const { user, system } = process.cpuUsage();
  say({ say: 'done', cpuMs: (user + system) / 1000 });
}
