/** Control plane, Prometheus, Agent and Profiler: started in the order in which they need one another. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitingNodeEnvironment, waitingNodeOptions } from '../src/core/node-options.ts';
import { Fleet as FleetAnswer, InvitationCreated, ProfilerSetting, TokenCreated } from '../src/control/api/api.ts';
import { ControlApi } from '../src/control/api/api-client.ts';
import { type Child, type ChildOptions, startChild } from './child-process.ts';
import { images, stageImage } from './image.ts';
import {
  type ControlPlane,
  type FleetOptions,
  type InstanceInputs,
  instanceVariables,
  organization,
  profilerName,
} from './instance-variables.ts';
import type { Check } from './planted.ts';
import { startProfiler } from './profiler.ts';
import { recordingFolder, startReplay } from './replay.ts';
import { startPrometheus } from './prometheus.ts';

export interface Fleet {
  readonly app: string;
  readonly caFile: string;
  /** One-time link for the person who watches; the demo signed in with its own. */
  readonly ownerLink: string;
  readonly isProfilerLive: boolean;
  readonly checks: readonly Check[];
  /** Gives another client the demo's own way in. */
  signIn(api: ControlApi): Promise<void>;
  /** A client that holds only a capture token, as a pipeline would. */
  pipelineApi(): ControlApi;
  /** A client that holds only a new token of this kind. */
  tokenApi(kind: 'read' | 'mcp', scopes?: readonly string[]): Promise<ControlApi>;
}

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { workspace, narrator, workload, onStarted } = options;
  narrator.step('Starting the control plane (embedded store, own CA)');
  const control = await startControl(options);
  const caPem = readFileSync(control.caFile, 'utf8');
  const caFile = path.join(workspace.folder, 'ca.pem');
  writeFileSync(caFile, caPem, { mode: 0o644 });
  narrator.say(`${control.app}, tunnel ${control.tunnel}`);

  narrator.step('Starting Prometheus, which scrapes the workload and the control plane');
  const prometheus = await startPrometheus(workspace, {
    workloadPort: workload.port,
    controlMetrics: control.metricsHost,
  });
  onStarted(() => prometheus.child.stop());
  narrator.say(prometheus.url);

  const owner = new ControlApi(control.app, caPem);
  onStarted(() => owner.close());
  await owner.signIn(control.firstLink);

  narrator.step('Enrolling the Agent');
  const agent = startChild(
    prepareAgent(options, 'demo-agent', {
      control,
      caFile,
      prometheusUrl: prometheus.url,
      token: await mintBootstrap(owner, 'agent'),
    }),
  );
  onStarted(() => agent.stop());
  await waitUntilLive(owner, 'demo-agent');
  narrator.say('demo-agent is live');

  narrator.step('Enabling the Profiler (recorded as an act of the owner) and enrolling it');
  await owner.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
  const inputs = { control, caFile, token: await mintBootstrap(owner, 'profiler') };
  const profiler = options.recorded
    ? await startReplayed(options, inputs)
    : await startProfiler({ ...options, ...inputs });
  if (profiler.isBooted) {
    await waitUntilLive(owner, profilerName);
    narrator.say(
      options.recorded
        ? 'RECORDED: captures taken earlier are replayed; nothing is measured on this machine'
        : `${profilerName} is live: no capability in its process, five on the collector file`,
    );
  }

  const mintToken = async (body: object): Promise<string> =>
    (await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated)).value;
  const openWith = (token: string): ControlApi => {
    const api = new ControlApi(control.app, caPem);
    api.useToken(token);
    onStarted(() => api.close());
    return api;
  };
  const captureToken = await mintToken({ kind: 'capture', name: 'demo pipeline' });
  const { link } = await owner.call(
    { method: 'POST', path: '/api/people/invitations', body: { name: 'Demo visitor', role: 'owner' } },
    InvitationCreated,
  );
  return {
    app: control.app,
    caFile,
    ownerLink: link,
    isProfilerLive: profiler.isBooted,
    checks: profiler.checks,
    signIn: async (api) => {
      const { link: own } = await owner.call(
        { method: 'POST', path: '/api/people/invitations', body: { name: 'Demo', role: 'owner' } },
        InvitationCreated,
      );
      await api.signIn(own);
    },
    pipelineApi: () => openWith(captureToken),
    tokenApi: async (kind, scopes = []) => openWith(await mintToken({ kind, scopes, name: `demo ${kind}` })),
  };
}

async function startReplayed({ repository, workspace, onStarted }: FleetOptions, inputs: InstanceInputs) {
  const env = instanceVariables(profilerName, workspace.privateFolder('profiler', undefined), inputs);
  const tunnel = await startReplay(env, recordingFolder(repository));
  onStarted(() => tunnel.close());
  return {
    isBooted: true,
    checks: [{ check: 'the Profiler boots', ok: false, detail: 'RECORDED: it was not started' }],
  };
}

/** What starting one program alone takes. */
export type ProgramOptions = Pick<FleetOptions, 'repository' | 'workspace' | 'onStarted'>;

export interface StartedControl extends ControlPlane {
  readonly child: Child;
}

interface ControlOptions extends Pick<ChildOptions, 'ownGroup'> {
  /** Go before the program. */
  readonly nodeOptions?: readonly string[];
}

export async function startControl(
  { repository, workspace, onStarted }: ProgramOptions,
  { nodeOptions = [], ...more }: ControlOptions = {},
): Promise<StartedControl> {
  const image = stageImage(repository, path.join(workspace.folder, 'image-control'), images.control);
  const child = startChild({
    name: 'farol-control',
    command: path.join(image, 'node'),
    args: [...nodeOptions, path.join(image, 'dist/src/cli/main.js'), 'control'],
    env: {
      FAROL_DATA_DIR: workspace.privateFolder('control', workspace.programs),
      FAROL_ORGANIZATION: organization,
      // Captures of the demo follow each other at once; in production a quarter of an hour lies between two that count.
      FAROL_REPLICATE_SPACING_SEC: '5',
      FAROL_PORT: '0',
      FAROL_TUNNEL_PORT: '0',
      FAROL_METRICS_PORT: '0',
      FAROL_JSON: '1',
    },
    cwd: image,
    logFile: path.join(workspace.folder, 'control.log'),
    identity: workspace.programs,
    ...more,
  });
  onStarted(() => child.stop());
  const listening = await child.waitFor('listening', 20_000);
  const link = await child.waitFor('owner_link', 5000);
  const text = (event: Readonly<Record<string, unknown>>, field: string): string => {
    const value = event[field];
    if (typeof value !== 'string') throw new Error(`the control plane did not say its ${field}`);
    return value;
  };
  return {
    child,
    app: text(listening, 'app'),
    tunnel: text(listening, 'tunnel'),
    enroll: text(listening, 'enroll'),
    caFile: text(listening, 'ca_file'),
    metricsHost: new URL(text(listening, 'metrics')).host,
    firstLink: readFileSync(text(link, 'file'), 'utf8').trim(),
  };
}

interface AgentInputs extends InstanceInputs {
  readonly prometheusUrl: string;
  /** npm packages that its connectors need, beside what every Agent has. */
  readonly packages?: readonly string[];
  /** Compiled folders beside those of every Agent. */
  readonly folders?: readonly string[];
}

/** Stages the image and the identity folder of an Agent; the same program can then be started again and again. */
export function prepareAgent(
  { repository, workspace }: Pick<ProgramOptions, 'repository' | 'workspace'>,
  instance: string,
  inputs: AgentInputs,
): ChildOptions {
  const packages = [...images.agent.packages, ...(inputs.packages ?? [])];
  const spec = { folders: [...images.agent.folders, ...(inputs.folders ?? [])], packages };
  const image = stageImage(repository, path.join(workspace.folder, `image-${instance}`), spec);
  const folder = workspace.privateFolder(instance, workspace.programs);
  return {
    name: 'farol-agent',
    command: path.join(image, 'node'),
    args: [...waitingNodeOptions, path.join(image, 'dist/agent/bin.js')],
    env: {
      ...waitingNodeEnvironment,
      ...instanceVariables(instance, folder, inputs),
      GRAFANA_METRICS_URL: inputs.prometheusUrl,
    },
    cwd: image,
    logFile: path.join(workspace.folder, 'agent.log'),
    identity: workspace.programs,
  };
}

export async function mintBootstrap(owner: ControlApi, kind: 'agent' | 'profiler'): Promise<string> {
  const body = { kind: 'bootstrap', class: kind, name: `demo ${kind}` };
  return (await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated)).value;
}

async function waitUntilLive(owner: ControlApi, instance: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const { instances } = await owner.call({ method: 'GET', path: '/api/fleet' }, FleetAnswer);
    if (instances.some((one) => one.instance === instance && one.state === 'live')) return;
    await sleep(150);
  }
  throw new Error(`${instance} was not live within 20 s`);
}
