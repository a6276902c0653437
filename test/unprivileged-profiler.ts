/**
 * Starts the real Profiler as its container would: an unprivileged user without capabilities, beside a
 * collector file that carries the five. Needs root, setpriv, setcap and a C compiler.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { images, stageImage } from '../demo/image.ts';
import { buildStandIn } from './stand-in-collector.ts';

export const nobody = 65534;
export const theFive = 'cap_bpf,cap_perfmon,cap_sys_ptrace,cap_dac_read_search,cap_sys_admin';

const repository = path.resolve(import.meta.dirname, '..');
/** The group whose members may execute the collector; it needs no name. */
export const collectorGroup = 4343;
const drop = [`--reuid=${nobody}`, `--regid=${nobody}`, `--groups=${collectorGroup}`];

export interface BootEvent {
  readonly event: string;
  readonly class: string;
  readonly targets?: number;
  readonly problems?: readonly { code: string; cause: string; cost: string; fix: string }[];
  readonly warnings: readonly { code: string; cause: string; cost: string; fix: string }[];
}

export interface BootEnd {
  readonly status: number | null;
  readonly event: BootEvent;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Start {
  /** Options of setpriv beyond dropping the user. */
  readonly privileges?: readonly string[];
  /** Shell commands run as root in a mount namespace of its own, before the privileges are dropped. */
  readonly before?: string;
  /** Namespaces beside the mount namespace, as options of unshare. */
  readonly namespaces?: readonly string[];
  /** Inheritable capabilities; none unless set otherwise. */
  readonly inherit?: string;
  readonly asRoot?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export class ProfilerBench {
  readonly folder: string;
  readonly collector: string;
  readonly #entry: string;
  readonly #node: string;
  readonly #children: ChildProcess[] = [];

  constructor() {
    if (process.getuid?.() !== 0) throw new Error('this suite starts processes as other users and needs root');
    // Not below /tmp, where everybody may write: the collector accepts a list only where nobody but root may.
    this.folder = mkdtempSync('/var/lib/farol-boot-');
    chmodSync(this.folder, 0o755);
    const [node, entry] = stageSources(this.folder);
    this.#node = node;
    this.#entry = entry;
    this.collector = path.join(this.folder, 'ptop');
    copyCollector(this.folder, this.collector);
    this.give(0, 0o750);
  }

  /** Gives the collector file another owner and mode; a change of owner takes its capabilities, so it gets them again. */
  give(owner: number, mode: number): void {
    chownSync(this.collector, owner, collectorGroup);
    chmodSync(this.collector, mode);
    this.grant(`${theFive}=ep`);
  }

  /** Gives the collector file these capabilities; undefined takes all away. */
  grant(capabilities: string | undefined): void {
    execFileSync('setcap', capabilities === undefined ? ['-r', this.collector] : [capabilities, this.collector]);
  }

  /** A file of the bench, readable for everyone. */
  write(name: string, content: string): string {
    const file = path.join(this.folder, name);
    writeFileSync(file, content, { mode: 0o644 });
    return file;
  }

  /** A directory that belongs to the unprivileged user. */
  ownDirectory(name: string): string {
    const directory = path.join(this.folder, name);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chownSync(directory, nobody, nobody);
    return directory;
  }

  /** Everything in order: a test takes away or changes what it is about. */
  env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      RUNNER_TENANT: 'acme',
      RUNNER_INSTANCE_ID: 'node-1',
      // Nothing listens on the discard port: a Profiler that boots goes on to try.
      RUNNER_TUNNEL_URL: 'wss://127.0.0.1:9',
      RUNNER_ENROLL_URL: 'https://127.0.0.1:9/enroll',
      RUNNER_IDENTITY_DIR: this.ownDirectory('identity'),
      RUNNER_PROFILE_TARGETS_FILE: this.write('targets.json', '{"targets":[{"workload":"app"},{"workload":"node"}]}'),
      RUNNER_BOOTSTRAP_TOKEN: 'rboot_canary_0123456789abcdef',
      RUNNER_PTOP_FILE: this.collector,
    };
  }

  start({
    privileges = [],
    before,
    namespaces = [],
    inherit = '-all',
    asRoot = false,
    env = {},
  }: Start = {}): ChildProcess {
    const program = [this.#node, this.#entry];
    const command = asRoot ? program : ['setpriv', ...drop, `--inh-caps=${inherit}`, ...privileges, '--', ...program];
    const isolated = ['unshare', '--mount', ...namespaces, 'sh', '-ec', `${before ?? ''}\nexec "$@"`, 'sh', ...command];
    const [file = '', ...args] = before === undefined && namespaces.length === 0 ? command : isolated;
    const given = Object.entries({ ...this.env(), ...env }).filter(([, value]) => value !== undefined);
    const child = spawn(file, args, {
      env: Object.fromEntries(given),
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    this.#children.push(child);
    return child;
  }

  /** Until it refuses or, where it boots, until it was asked to stop after it said so. */
  async boot(start: Start = {}): Promise<BootEnd> {
    const child = this.start(start);
    const said = { stdout: '', stderr: '' };
    child.stderr?.on('data', (part: Buffer) => (said.stderr += part.toString()));
    child.stdout?.on('data', (part: Buffer) => {
      said.stdout += part.toString();
      if (!said.stdout.includes('"event":"booted"')) return;
      // unshare passes no signal on: both are ended, as the group that they are.
      if (start.namespaces === undefined) child.kill('SIGTERM');
      else endGroup(child);
    });
    const [status] = (await once(child, 'close')) as [number | null];
    const [line = ''] = said.stdout.split('\n');
    if (!line.startsWith('{')) throw new Error(`no event: ${said.stderr}`);
    return { status, event: JSON.parse(line) as BootEvent, ...said };
  }

  close(): void {
    for (const child of this.#children) endGroup(child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The child leads a group of its own; one that has ended is left alone, because its id may be another's by now. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, 'SIGKILL');
}

/** Node and the entry: in the repository where the user may read it, otherwise copies beside the bench. */
function stageSources(folder: string): [node: string, entry: string] {
  const entry = 'profiler/host/bin.ts';
  const here = path.join(repository, entry);
  const probe = spawnSync('setpriv', [...drop, '--', process.execPath, '--check', here], { stdio: 'ignore' });
  if (probe.status === 0) return [process.execPath, here];
  const image = stageImage(repository, path.join(folder, 'image'), { ...images.profiler, folders: [] });
  for (const part of images.profiler.folders) {
    cpSync(path.join(repository, part), path.join(image, part), { recursive: true });
  }
  return [path.join(image, 'node'), path.join(image, entry)];
}

/** The real collector where it was built, otherwise a stand-in that asks the kernel the same question. */
function copyCollector(folder: string, to: string): void {
  const built = path.join(repository, 'profiler/ptop/target/release/ptop');
  const answers = existsSync(built) && spawnSync(built, ['capabilities', '--json']).status === 0;
  const isReal = answers && spawnSync(built, ['capabilities', '--json']).stdout.length > 0;
  if (isReal) copyFileSync(built, to);
  else buildStandIn(folder);
}
