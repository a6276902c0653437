/** A control plane on a processor of its own, honest instances that use it, and two enrolled ones that will not be. */
import { mkdirSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import path from 'node:path';
import { BootstrapTokenStore } from '../../src/control/enrolment/bootstrap-tokens.ts';
import { openLog } from '../../src/control/http/log.ts';
import { ensureOrganization } from '../../src/control/people/organization.ts';
import { ProfilerSettings } from '../../src/control/settings/profiler-setting.ts';
import { openStore, type Store } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createAgents } from '../../src/core/network-agent.ts';
import type { Secret } from '../../src/core/secret.ts';
import type { InstanceConfig } from '../../src/tunnel/instance/config.ts';
import { enrol } from '../../src/tunnel/instance/enrol.ts';
import type { CommandName, InstanceClass } from '../../src/tunnel/messages.ts';
import type { CommandHandlers, TunnelClient } from '../../src/tunnel/port.ts';
import { type Child, startChild } from '../../demo/child-process.ts';
import type { Bench } from '../bench.ts';
import { ask, controlVariables, openLive, type Reply, signInFirstOwner } from '../own-control.ts';
import type { Target } from './attacks.ts';

export interface AttackedControl {
  readonly ca: string;
  readonly ports: Target['ports'];
  readonly store: Store;
  readonly organization: string;
  readonly agents: readonly TunnelClient[];
  readonly profiler: TunnelClient;
  readonly identityDirs: Readonly<Record<InstanceClass, string>>;
  /** To the app, as a signed-in owner; a connection of its own unless it may be one that is open. */
  send(sent: { method?: string; path: string; body?: object; fresh?: boolean }): Promise<Reply>;
  /** What the process says of itself; its measure of the event loop begins again. */
  scrape(): Promise<string>;
}

export const tenant = 'acme';
export const hostileAgent = 'hostile-agent';
const honestAgents = 20;
const startMs = 60_000;
/** Niceness of what is measured and of what measures, where that may be chosen: other programs of the machine change little. */
export const ahead = -10;
/** As lists of the kernel and `taskset` count them. */
export const processors = { control: '0', others: '1' } as const;

/** @throws when it does not come up. */
export async function startAttackedControl(bench: Bench): Promise<AttackedControl> {
  const folder = path.join(bench.workspace.folder, 'control');
  mkdirSync(folder, { mode: 0o700 });
  const control = startChild({
    name: 'control',
    command: 'nice',
    args: [
      '-n',
      String(ahead),
      'taskset',
      '-c',
      processors.control,
      process.execPath,
      process.argv[1] ?? '',
      'control',
    ],
    env: { ...controlVariables(folder), FAROL_ORGANIZATION: tenant },
    cwd: folder,
    logFile: path.join(bench.workspace.folder, 'control.log'),
    identity: undefined,
  });
  bench.onStarted(() => control.stop());
  const { app, tunnel, metrics } = await addressesOf(control);
  const ca = readFileSync(path.join(folder, 'tls', 'ca.pem'), 'utf8');
  const ports = { app: Number(new URL(app).port), tunnel: Number(new URL(tunnel).port) };
  const store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  bench.onStarted(() => store.close());
  const organization = (await ensureOrganization(store, tenant, systemClock)).id;
  await new ProfilerSettings(store, systemClock).change(organization, true, { id: 'bench', name: 'bench' });
  const { origin } = new URL(app);
  const owner = await signInFirstOwner(control, origin, ca);
  bench.onStarted(() => owner.close());
  const headers = { ...owner.session(), origin };
  const instances = new Instances({
    store,
    organization,
    ca,
    ports,
    folder: path.join(bench.workspace.folder, 'instances'),
  });
  const agents = await Promise.all(
    Array.from({ length: honestAgents }, (_one, at) => instances.start('agent', `agent-${at}`, honestHandlers)),
  );
  const profiler = await instances.start('profiler', 'profiler-0', decliningHandlers);
  bench.onStarted(() => Promise.all([...agents, profiler].map((one) => one.close())).then(() => undefined));
  const kept = new Agent({ ca, keepAlive: true });
  bench.onStarted(() => kept.destroy());
  return {
    ca,
    ports,
    store,
    organization,
    agents,
    profiler,
    identityDirs: {
      agent: await instances.enrolOnly('agent', hostileAgent),
      profiler: await instances.enrolOnly('profiler', 'hostile-profiler'),
    },
    send: ({ fresh = false, ...sent }) =>
      ask(new URL(sent.path, app), { ...sent, headers, agent: fresh ? new Agent({ ca }) : kept }),
    scrape: async () => (await fetch(metrics)).text(),
  };
}

async function addressesOf(control: Child): Promise<{ app: string; tunnel: string; metrics: string }> {
  const { app, tunnel, metrics } = await control.waitFor('listening', startMs);
  return { app: String(app), tunnel: String(tunnel), metrics: String(metrics) };
}

const honestHandlers: Partial<CommandHandlers<CommandName>> = {
  'operation.run': () =>
    Promise.resolve({
      ok: true,
      result: { data: { rows: [1, 2, 3] }, complete: true, truncated: false, source: 'bench', upstreamCalls: 1 },
    }),
};
const decliningHandlers: Partial<CommandHandlers<CommandName>> = {
  'capture.start': () =>
    Promise.resolve({ answer: 'declined', reason: { code: 'not_in_target_list', text: 'It is not listed here.' } }),
};

interface Place {
  readonly store: Store;
  readonly organization: string;
  readonly ca: string;
  readonly ports: Target['ports'];
  readonly folder: string;
}

class Instances {
  readonly #place: Place;
  readonly #common;

  constructor(place: Place) {
    this.#place = place;
    this.#common = {
      agent: createAgents({ ca: place.ca, env: {} }).https,
      clock: systemClock,
      log: openLog('fatal'),
    };
  }

  /** Its identity directory. */
  async enrolOnly(instanceClass: InstanceClass, instance: string): Promise<string> {
    const { identityDir } = (await this.#enrol(instanceClass, instance)).config;
    return identityDir;
  }

  async start(
    instanceClass: InstanceClass,
    instance: string,
    handlers: Partial<CommandHandlers<CommandName>>,
  ): Promise<TunnelClient> {
    const { config, identity } = await this.#enrol(instanceClass, instance);
    const versions = { [instanceClass]: '1.2.3' };
    return openLive({ ...this.#common, config, identity, versions, targets: 1, handlers });
  }

  async #enrol(instanceClass: InstanceClass, instance: string) {
    const { store, organization, ca, ports, folder } = this.#place;
    const minted = await new BootstrapTokenStore(store, systemClock).create({
      organization,
      class: instanceClass,
      name: instance,
      createdBy: 'bench',
      expiresInHours: undefined,
    });
    const config: InstanceConfig = {
      tenant,
      instance,
      tunnelUrl: new URL(`wss://localhost:${ports.tunnel}`),
      enrollUrl: new URL(`https://localhost:${ports.app}/enroll`),
      identityDir: path.join(folder, instance),
      ca,
    };
    const token = (): Promise<Secret> => Promise.resolve(minted.value);
    const identity = await enrol({ ...this.#common, config, class: instanceClass, token, maxAttempts: 5 });
    return { config, identity };
  }
}
