/** What the guide installs, in an empty folder: the three containers of a release, run by an engine of its own. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureAccepted, CaptureRecord, Fleet, ProfilerSetting, TokenCreated } from '../../../src/control/api/api.ts';
import { ControlApi } from '../../../src/control/api/api-client.ts';
import { findFreePorts } from '../../../demo/free-ports.ts';
import { stageCompose } from '../../release/stage-compose.ts';
import type { Engine, Ran } from './engine.ts';
import { Podman } from './podman.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export interface InstallationOptions {
  /** Folder of a release, as `farol release --out` left it. */
  readonly release: string;
  readonly tag: string;
  /** Processes of the target list. */
  readonly workloads: readonly string[];
  /** Lines of `.env` beside those of the example. */
  readonly settings?: Readonly<Record<string, string>>;
}

export class Installation<E extends Engine = Podman> {
  readonly engine: E;
  readonly ports: { readonly app: number; readonly tunnel: number };
  /** Where the compose file is. */
  folder: string;
  readonly #base: string;
  #api: ControlApi | undefined;
  #pipeline: ControlApi | undefined;

  private constructor(base: string, engine: E, ports: Installation['ports']) {
    this.#base = base;
    this.folder = path.join(base, 'empty');
    mkdirSync(this.folder);
    for (const one of [base, this.folder]) chmodSync(one, 0o755);
    this.engine = engine;
    this.ports = ports;
  }

  /** An empty folder, and a podman of its own. */
  static create(): Promise<Installation> {
    return Installation.on((folder) => new Podman(folder));
  }

  /** An empty folder, and an engine that `start` makes in a folder of its own. */
  static async on<E extends Engine>(start: (folder: string) => E | Promise<E>): Promise<Installation<E>> {
    const [app = 0, tunnel = 0] = await findFreePorts(2);
    const base = mkdtempSync(path.join(os.tmpdir(), 'farol-containers-'));
    return new Installation(base, await start(path.join(base, 'engine')), { app, tunnel });
  }

  /** Files and images are in place; nothing is started. */
  static async prepare({ release, tag, workloads, settings = {} }: InstallationOptions): Promise<Installation> {
    const made = await Installation.create();
    made.engine.load(release, tag);
    stageCompose(root, made.folder, tag);
    made.set({ ...made.settings(), ...settings }, readFileSync(path.join(made.folder, '.env.example'), 'utf8'));
    const targets = { targets: workloads.map((workload) => ({ workload })) };
    writeFileSync(path.join(made.folder, 'targets.json'), JSON.stringify(targets), { mode: 0o644 });
    return made;
  }

  get project(): string {
    return this.engine.project;
  }

  get app(): string {
    return `https://localhost:${this.ports.app}`;
  }

  /** What differs here from the example: free ports, and no AppArmor. */
  settings(): Record<string, string> {
    return {
      FAROL_APP_PORT: String(this.ports.app),
      FAROL_TUNNEL_PORT: String(this.ports.tunnel),
      FAROL_PUBLIC_URL: this.app,
      FAROL_APPARMOR_PROFILE: '',
    };
  }

  /** Changes lines of `.env`. */
  set(settings: Readonly<Record<string, string>>, text = readFileSync(path.join(this.folder, '.env'), 'utf8')): void {
    const kept = text.split('\n').filter((line) => !Object.keys(settings).some((name) => line.startsWith(`${name}=`)));
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    writeFileSync(path.join(this.folder, '.env'), `${[...kept, ...lines].join('\n')}\n`);
  }

  container(service: string): string {
    return this.engine.container(service);
  }

  /** Both streams of its log. */
  log(service: string): string {
    const { stdout, stderr } = this.engine.run('logs', this.container(service));
    return stdout + stderr;
  }

  /** Of its first process, as the kernel has it. */
  statusOf(service: string): Record<string, string> {
    const pid = this.engine.read('inspect', '--format', '{{.State.Pid}}', this.container(service));
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/:\s+/u) as [string, string]));
  }

  /** Each instance with when it enrolled. */
  async enrolments(): Promise<[string, string][]> {
    const { instances } = await (await this.signIn()).call({ method: 'GET', path: '/api/fleet' }, Fleet);
    return instances.map(({ instance, enrolled_at }) => [instance, enrolled_at]);
  }

  /** A command of the control plane's image, beside it. */
  control(...args: readonly string[]): Ran {
    return this.engine.run('exec', this.container('control'), ...args);
  }

  /** As an owner who opened the link of the machine; `given`: one that was minted already. */
  async signIn(given?: string): Promise<ControlApi> {
    if (this.#api !== undefined) return this.#api;
    // Its first start mints a link too, and each link invalidates the one before.
    await until('the control plane listens', 60_000, () => this.log('control').includes('"listening"') || undefined);
    const link = given ?? this.control('farol', 'control', 'owner-link').stdout;
    const api = new ControlApi(this.app, this.#authority());
    await api.signIn(link.trim());
    this.#api = api;
    return api;
  }

  async enableProfiler(): Promise<void> {
    const api = await this.signIn();
    await api.call({ method: 'PUT', path: '/api/settings/profiler', body: { enabled: true } }, ProfilerSetting);
  }

  /** Resolves when these instances are live. */
  async waitUntilLive(...names: readonly string[]): Promise<Fleet['instances']> {
    const api = await this.signIn();
    return until(`${names.join(' and ')} are live`, 60_000, async () => {
      const { instances } = await api.call({ method: 'GET', path: '/api/fleet' }, Fleet);
      const live = instances.filter(({ state }) => state === 'live').map(({ instance }) => instance);
      return names.every((name) => live.includes(name)) ? instances : undefined;
    });
  }

  /** Asks for a capture as a pipeline does, and waits for its outcome. */
  async capture(body: Readonly<Record<string, unknown>>): Promise<CaptureRecord> {
    const owner = await this.signIn();
    const pipeline = await this.#openPipeline(owner);
    const asked = { method: 'POST', path: '/api/profiling/captures', body } as const;
    const { request_id } = await pipeline.call(asked, CaptureAccepted);
    return this.waitForOutcome(request_id);
  }

  async waitForOutcome(request_id: string): Promise<CaptureRecord> {
    const owner = await this.signIn();
    return until(`capture ${request_id} ends`, 180_000, async () => {
      const at = `/api/profiling/captures/${request_id}`;
      const record = await owner.call({ method: 'GET', path: at }, CaptureRecord);
      return record.status === 'queued' ? undefined : record;
    });
  }

  async #openPipeline(owner: ControlApi): Promise<ControlApi> {
    if (this.#pipeline !== undefined) return this.#pipeline;
    const body = { kind: 'capture', name: 'pipeline' };
    const { value } = await owner.call({ method: 'POST', path: '/api/tokens', body }, TokenCreated);
    const pipeline = new ControlApi(this.app, this.#authority());
    pipeline.useToken(value);
    this.#pipeline = pipeline;
    return pipeline;
  }

  #authority(): string {
    return this.control('node', '-p', readAuthority).stdout;
  }

  async close(): Promise<void> {
    this.#api?.close();
    this.#pipeline?.close();
    await this.engine.close();
    rmSync(this.#base, { recursive: true, force: true });
  }
}

const readAuthority = "require('fs').readFileSync('/var/lib/farol/tls/ca.pem','utf8')";

/** @throws Error naming `what` when it takes longer. */
export async function until<T>(
  what: string,
  limitMs: number,
  attempt: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(500)) {
    try {
      const found = await attempt();
      if (found !== undefined) return found;
    } catch (error) {
      // The control plane that was called is being replaced.
      if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ECONN'))) throw error;
    }
  }
  throw new Error(`not within ${limitMs / 1000} s: ${what}`);
}

/** Compiles a version of the measured program and returns its file; its process has the name of the file. */
export function buildTarget(folder: string, name: string, version: 1 | 2): string {
  const file = path.join(folder, `v${version}`, name);
  mkdirSync(path.dirname(file), { recursive: true });
  const source = path.join(import.meta.dirname, 'target.c');
  execFileSync('cc', ['-O1', '-g', `-DVERSION=${version}`, '-o', file, source], { stdio: 'pipe' });
  return file;
}
