/** One control plane of several on a store: on ports that it keeps, so that it can be killed and started again. */
import { readFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Child, startChild } from '../../demo/child-process.ts';
import { findFreePorts } from '../../demo/free-ports.ts';
import type { Bench } from '../bench.ts';
import { controlVariables } from '../own-control.ts';

export interface ReplicaSettings {
  readonly name: string;
  readonly databaseUrl: string;
  readonly storeKey: string;
  readonly env?: Readonly<Record<string, string>>;
}

const startMs = 60_000;

export class FleetReplica {
  readonly name: string;
  readonly app: string;
  readonly tunnelPort: number;
  readonly folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #logFile: string;
  #child: Child | undefined;
  #isOver = false;

  /** Resolves when it listens. It is ended with the measure. */
  static async start(bench: Bench, settings: ReplicaSettings): Promise<FleetReplica> {
    const replica = new FleetReplica(bench.workspace.folder, await findFreePorts(3), settings);
    bench.onStarted(() => replica.end());
    await replica.start();
    return replica;
  }

  private constructor(
    workspace: string,
    [app = 0, tunnel = 0, metrics = 0]: readonly number[],
    { name, databaseUrl, storeKey, env }: ReplicaSettings,
  ) {
    this.name = name;
    this.app = `https://localhost:${app}`;
    this.tunnelPort = tunnel;
    this.folder = path.join(workspace, name);
    this.#logFile = path.join(workspace, `${name}.log`);
    mkdirSync(this.folder, { mode: 0o700 });
    this.#env = {
      ...controlVariables(this.folder),
      FAROL_DATABASE_URL: databaseUrl,
      FAROL_STORE_KEY: storeKey,
      FAROL_PORT: String(app),
      FAROL_TUNNEL_PORT: String(tunnel),
      FAROL_METRICS_PORT: String(metrics),
      // All callers share an address here, as behind a proxy.
      FAROL_TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    };
  }

  get pid(): number {
    return this.#child?.pid ?? -1;
  }

  get caPem(): string {
    return readFileSync(path.join(this.folder, 'tls', 'ca.pem'), 'utf8');
  }

  /** Key and certificate that it serves. */
  get serverPemFile(): string {
    return path.join(this.folder, 'tls', 'server.pem');
  }

  async start(): Promise<void> {
    if (this.#isOver) return;
    const child = startChild({
      name: this.name,
      command: process.execPath,
      args: [process.argv[1] ?? '', 'control'],
      env: this.#env,
      cwd: this.folder,
      logFile: this.#logFile,
      identity: undefined,
    });
    this.#child = child;
    await child.waitFor('listening', startMs);
  }

  /** As a machine that fails: nothing of the process runs any more, nothing was said. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    if (child.exitCode() === undefined) process.kill(child.pid, 'SIGKILL');
    await child.stop();
  }

  /** It is not started again. */
  async end(): Promise<void> {
    this.#isOver = true;
    // A drain of thousands of tunnels would take longer than the measure.
    await this.kill();
  }
}
