/**
 * Images are put together by `buildah`, from files that are there already: nothing runs in them while they are built.
 * Storage and settings are of one release and do not touch those of the machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface ImageConfig {
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly workingDir: string;
  readonly volumes: readonly string[];
  /** OCI annotations, repeated as labels, which more tools show. */
  readonly annotations: Readonly<Record<string, string>>;
}

const overlayfs = 0x794c7630;

export class Buildah {
  readonly #env: NodeJS.ProcessEnv;
  /** Seconds since 1970 that every file and image is dated with. */
  readonly #date: number;

  constructor(folder: string, date: number) {
    mkdirSync(folder, { recursive: true });
    // An overlay cannot lie on another one.
    const driver = statfsSync(folder).type === overlayfs ? 'vfs' : 'overlay';
    const storage = { driver, runroot: path.join(folder, 'run'), graphroot: path.join(folder, 'graph') };
    const lines = Object.entries(storage).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    writeFileSync(path.join(folder, 'storage.conf'), `[storage]\n${lines.join('\n')}\n`);
    writeFileSync(path.join(folder, 'containers.conf'), '[engine]\ncgroup_manager = "cgroupfs"\n');
    this.#env = {
      ...process.env,
      CONTAINERS_STORAGE_CONF: path.join(folder, 'storage.conf'),
      CONTAINERS_CONF: path.join(folder, 'containers.conf'),
    };
    this.#date = date;
  }

  /** Adds a layer with the files of `files`, owners, modes and file capabilities included, and returns the image. */
  addLayer(from: string, files: string, architecture: string, config?: ImageConfig): string {
    const container = this.#run('from', '--pull=never', '--arch', architecture, from);
    const mounted = this.#run('mount', container);
    execFileSync('cp', ['--archive', `${files}/.`, `${mounted}/`], { stdio: 'pipe' });
    this.#run('umount', container);
    this.#run('config', '--arch', architecture, '--os', 'linux', ...(config ? flagsOf(config) : []), container);
    const dated = ['--timestamp', String(this.#date), '--identity-label=false', '--omit-history'];
    return this.#run('commit', '--quiet', '--rm', ...dated, container);
  }

  /** Writes the images of one name, an architecture each, as an OCI layout with one manifest list. */
  writeLayout(name: string, images: readonly string[], folder: string, tag: string): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(path.dirname(folder), { recursive: true });
    this.#run('manifest', 'create', name);
    for (const image of images) this.#run('manifest', 'add', name, image);
    this.#run('manifest', 'push', '--all', '--format', 'oci', name, `oci:${folder}:${tag}`);
    this.#run('manifest', 'rm', name);
  }

  #run(...args: readonly string[]): string {
    return execFileSync('buildah', args, {
      env: this.#env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }
}

function flagsOf(config: ImageConfig): string[] {
  const pairs = (flag: string, values: Readonly<Record<string, string>>): string[] =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  return [
    '--user',
    config.user,
    '--workingdir',
    config.workingDir,
    '--stop-signal',
    'SIGTERM',
    '--entrypoint',
    JSON.stringify(config.entrypoint),
    ...config.volumes.flatMap((one) => ['--volume', one]),
    ...config.ports.flatMap((one) => ['--port', one]),
    ...pairs('--env', config.environment),
    ...pairs('--annotation', config.annotations),
    ...pairs('--label', config.annotations),
  ];
}
