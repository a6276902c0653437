/**
 * A Docker Engine with roots and sockets of its own, without a bridge network: a machine of the test suite has none. It and
 * its containers run until `close`. Needs root and runc.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine, Ran } from '../../../scripts/delivery/containers/engine.ts';
import { until } from '../../../scripts/delivery/containers/installation.ts';
import { mountKernelFolders } from '../../../scripts/delivery/containers/kernel-folders.ts';
import { buildDocker, type DockerProgram } from './docker-programs.ts';

/** What Docker does not use, and what would write outside the folder. */
const unused = [
  'io.containerd.grpc.v1.cri',
  'io.containerd.cri.v1.images',
  'io.containerd.cri.v1.runtime',
  'io.containerd.nri.v1.nri',
  'io.containerd.internal.v1.opt',
];
// runc 1.1 of Debian 12 does not know time namespaces.
const settings = { features: { 'time-namespaces': false } };
const noBridge = ['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false'];

export class DockerEngine implements Engine {
  /** That of compose.yaml. */
  readonly project = 'farol';
  readonly env: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #mounted: readonly string[];
  /** In the order of their start. */
  readonly #processes: ChildProcess[] = [];

  private constructor(folder: string, programs: Record<DockerProgram, string>) {
    this.#folder = folder;
    for (const one of ['bin', 'config/cli-plugins']) mkdirSync(path.join(folder, one), { recursive: true });
    for (const [name, program] of Object.entries(programs)) symlinkSync(program, path.join(folder, 'bin', name));
    symlinkSync(programs['docker-compose'], path.join(folder, 'config/cli-plugins/docker-compose'));
    this.env = {
      ...process.env,
      PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      DOCKER_CONFIG: path.join(folder, 'config'),
      DOCKER_HOST: `unix://${path.join(folder, 'docker.sock')}`,
    };
    this.#mounted = mountKernelFolders();
  }

  /** @throws Error with the end of its log when it does not answer. */
  static async start(folder: string): Promise<DockerEngine> {
    const engine = new DockerEngine(
      folder,
      buildDocker(() => undefined),
    );
    try {
      await engine.#startAll();
    } catch (error) {
      await engine.close();
      throw error;
    }
    return engine;
  }

  async #startAll(): Promise<void> {
    const at = (name: string): string => path.join(this.#folder, name);
    const own = `version = 3
root = "${at('containerd')}"
state = "${at('containerd-state')}"
disabled_plugins = ${JSON.stringify(unused)}
[grpc]
  address = "${at('containerd.sock')}"
[ttrpc]
  address = "${at('containerd.sock.ttrpc')}"
`;
    writeFileSync(at('containerd.toml'), own);
    writeFileSync(at('daemon.json'), JSON.stringify(settings));
    const roots = [`--data-root=${at('data')}`, `--exec-root=${at('exec')}`, `--pidfile=${at('docker.pid')}`];
    const sockets = ['--host', `unix://${at('docker.sock')}`, '--group=root', `--containerd=${at('containerd.sock')}`];
    await this.#start('containerd', ['--config', at('containerd.toml')], () => existsSync(at('containerd.sock')));
    const given = ['--config-file', at('daemon.json'), ...roots, ...sockets, ...noBridge, '--userland-proxy=false'];
    await this.#start('dockerd', given, () => this.run('version').status === 0);
  }

  async #start(name: 'containerd' | 'dockerd', args: readonly string[], answers: () => boolean): Promise<void> {
    const log = path.join(this.#folder, `${name}.log`);
    const stream = openSync(log, 'a');
    const program = path.join(this.#folder, 'bin', name);
    const started = spawn(program, args, { env: this.env, stdio: ['ignore', stream, stream] });
    this.#processes.push(started);
    await until(`${name} answers`, 60_000, () => {
      if (started.exitCode !== null) {
        throw new Error(`${name} ended with ${started.exitCode}: ${readFileSync(log, 'utf8').slice(-2000)}`);
      }
      return answers() || undefined;
    });
  }

  container(service: string): string {
    return `${this.project}-${service}-1`;
  }

  run(...args: readonly string[]): Ran {
    const program = path.join(this.#folder, 'bin/docker');
    const { status, stdout, stderr } = spawnSync(program, args, { env: this.env, encoding: 'utf8', timeout: 120_000 });
    return { status, stdout, stderr };
  }

  read(...args: readonly string[]): string {
    const { status, stdout, stderr } = this.run(...args);
    if (status !== 0) throw new Error(`docker ${args.join(' ')} ended with ${status}: ${stderr}`);
    return stdout.trim();
  }

  async close(): Promise<void> {
    const containers = this.run('ps', '--all', '--quiet').stdout.split('\n').filter(Boolean);
    if (containers.length > 0) this.run('rm', '--force', ...containers);
    for (const started of this.#processes.toReversed()) {
      if (started.exitCode !== null || started.signalCode !== null) continue;
      const ended = once(started, 'exit');
      started.kill('SIGTERM');
      await ended;
    }
    const below = (line: string): string[] => line.split(' ').slice(1, 2);
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n').flatMap(below);
    const left = mounts.filter((one) => one.startsWith(`${this.#folder}/`)).toReversed();
    for (const one of [...left, ...this.#mounted]) spawnSync('umount', [one], { stdio: 'ignore' });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
