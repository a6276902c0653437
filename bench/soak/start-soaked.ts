/**
 * The programs of a soak: a control plane with its embedded store, an Agent of two connectors and a Profiler, each as
 * its image holds it and with its inspector open; and Agents in this process that report health and reconnect.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ProfilerSetting } from '../../src/control/api/api.ts';
import { openLog } from '../../src/control/http/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createAgents } from '../../src/core/network-agent.ts';
import { Secret } from '../../src/core/secret.ts';
import type { InstanceConfig } from '../../src/tunnel/instance/config.ts';
import { enrol } from '../../src/tunnel/instance/enrol.ts';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import { ControlApi } from '../../src/control/api/api-client.ts';
import { type Child, type ChildOptions, startChild } from '../../demo/child-process.ts';
import { mintBootstrap, prepareAgent, startControl, type StartedControl } from '../../demo/fleet.ts';
import { type InstanceInputs, organization } from '../../demo/instance-variables.ts';
import { prepareProfiler, problemsOf } from '../../demo/profiler.ts';
import type { Bench } from '../bench.ts';
import { openLive } from '../own-control.ts';
import { InstanceWatch } from '../watch-instance.ts';
import { CutLink } from './cut-link.ts';
import { Inspector, inspectorOption } from './inspector.ts';
import { startSoakUpstream } from './soak-upstream.ts';

export interface SoakedProgram {
  readonly name: 'control plane' | 'Agent' | 'Profiler';
  readonly child: Child;
  readonly inspector: Inspector;
}

/** A real instance behind a network that can be cut. */
export interface LinkedInstance {
  readonly link: CutLink;
  readonly watch: InstanceWatch;
}

/** An Agent in this process. */
export interface Satellite {
  readonly client: () => TunnelClient;
  /** Ends its tunnel and opens another with the same identity. */
  reopen(): Promise<void>;
}

export interface Soaked {
  readonly programs: readonly SoakedProgram[];
  readonly control: StartedControl;
  readonly caPem: string;
  readonly owner: ControlApi;
  /** Of the Agent. */
  readonly identityDir: string;
  readonly linked: readonly LinkedInstance[];
  readonly satellites: readonly Satellite[];
  /** Why there is no Profiler among the programs. */
  readonly noProfiler: string | undefined;
}

export type SoakPlace = Pick<Bench, 'repository' | 'workspace' | 'onStarted'>;

export const soakAgent = 'soak-agent';
const soakProfiler = 'soak-profiler';
const satelliteCount = 5;
const bootMs = 30_000;
/** Far above what the load asks for: the limit of the Agent is not what is measured. */
const agentSettings = { RUNNER_CONNECTOR_OPERATIONS_PER_MINUTE: '6000', RUNNER_CONNECTOR_CONCURRENT_CALLS: '16' };

/** `workloads` is the target list of the Profiler. @throws when a program does not come up. */
export async function startSoaked(place: SoakPlace, workloads: readonly string[]): Promise<Soaked> {
  const { workspace, onStarted } = place;
  const control = await startControl(place, { nodeOptions: [inspectorOption], ownGroup: true });
  const caPem = readFileSync(control.caFile, 'utf8');
  const caFile = path.join(workspace.folder, 'ca.pem');
  writeFileSync(caFile, caPem);
  chmodSync(caFile, 0o644);
  const owner = new ControlApi(control.app, caPem);
  onStarted(() => owner.close());
  await owner.signIn(control.firstLink);
  await owner.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);

  const upstream = await startSoakUpstream();
  onStarted(() => upstream.close());
  const linkOf = async (instance: string, kind: 'agent' | 'profiler') => {
    const link = await CutLink.open(Number(new URL(control.tunnel).port));
    onStarted(() => link.close());
    const inputs: InstanceInputs = {
      control: { ...control, tunnel: `wss://127.0.0.1:${link.port}` },
      caFile,
      token: await mintBootstrap(owner, kind),
    };
    return { inputs, linked: { link, watch: new InstanceWatch(owner, instance) } };
  };
  const agent = await linkOf(soakAgent, 'agent');
  const agentOptions = prepareAgent(place, soakAgent, { ...agent.inputs, prometheusUrl: upstream.url });
  const agentProgram = startInspected(place, {
    ...agentOptions,
    env: { ...agentOptions.env, ...agentSettings, SONARQUBE_URL: upstream.url, SONARQUBE_TOKEN: 'squ_of_the_soak' },
  });
  const profiler = await linkOf(soakProfiler, 'profiler');
  const profilerProgram = startInspected(
    place,
    prepareProfiler({ ...place, workloads }, soakProfiler, profiler.inputs),
  );
  const refusal = await refusalOf(profilerProgram);
  const hasProfiler = refusal === undefined;
  await agent.linked.watch.untilState('live');
  if (hasProfiler) await profiler.linked.watch.untilState('live');
  const programs = [
    { name: 'control plane', child: control.child },
    { name: 'Agent', child: agentProgram },
    ...(hasProfiler ? [{ name: 'Profiler', child: profilerProgram } as const] : []),
  ] as const;
  return {
    programs: await Promise.all(
      programs.map(async ({ name, child }) => {
        const inspector = await Inspector.of(child);
        onStarted(() => inspector.close());
        return { name, child, inspector };
      }),
    ),
    control,
    caPem,
    owner,
    identityDir: agentOptions.env['RUNNER_IDENTITY_DIR'] ?? '',
    linked: [agent.linked, ...(hasProfiler ? [profiler.linked] : [])],
    satellites: await Promise.all(
      Array.from({ length: satelliteCount }, (_one, at) =>
        startSatellite(place, `satellite-${at}`, { control, caPem, owner }),
      ),
    ),
    noProfiler: refusal,
  };
}

function startInspected({ onStarted }: SoakPlace, options: ChildOptions): Child {
  const child = startChild({ ...options, args: [inspectorOption, ...options.args], ownGroup: true });
  onStarted(() => child.stop());
  return child;
}

/** Its own words when this machine does not let it measure. */
async function refusalOf(profiler: Child): Promise<string | undefined> {
  const event = await profiler.waitFor(['booted', 'boot_refused'], bootMs);
  if (event.event === 'booted') return undefined;
  return `The Profiler refuses to boot: ${problemsOf(event)
    .map(({ cause }) => cause)
    .join('; ')}`;
}

async function startSatellite(
  { workspace, onStarted }: SoakPlace,
  instance: string,
  { control, caPem, owner }: Pick<Soaked, 'control' | 'caPem' | 'owner'>,
): Promise<Satellite> {
  const config: InstanceConfig = {
    tenant: organization,
    instance,
    tunnelUrl: new URL(control.tunnel),
    enrollUrl: new URL(control.enroll),
    identityDir: path.join(workspace.folder, instance),
    ca: caPem,
  };
  const common = {
    config,
    agent: createAgents({ ca: caPem, env: {} }).https,
    clock: systemClock,
    log: openLog('fatal'),
  };
  const token = new Secret(await mintBootstrap(owner, 'agent'));
  const identity = await enrol({ ...common, class: 'agent', token: () => Promise.resolve(token), maxAttempts: 5 });
  const opening = { ...common, identity, versions: { agent: '1.2.3' }, targets: undefined, handlers: {} };
  const open = (): Promise<TunnelClient> => openLive(opening);
  let client = await open();
  onStarted(() => client.close());
  return {
    client: () => client,
    reopen: async () => {
      await client.close();
      client = await open();
    },
  };
}
