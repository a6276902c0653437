/**
 * podman with a storage and settings of its own, which do not touch those of the machine. Containers use the network of
 * the host: a machine of the test suite has no other. Needs root, podman, runc, skopeo and jq.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { releaseImages } from '../../release/images.ts';
import type { Engine, Ran } from './engine.ts';
import { mountKernelFolders } from './kernel-folders.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const hookFolder = path.join(root, 'deploy/compose/podman');
const shim = './podman/podman-on-host-network';
const overlayfs = 0x794c7630;

export class Podman implements Engine {
  readonly project = `farol${process.pid}`;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Undoes the mounts that this machine did not have before. */
  readonly #mounted: string[];

  /** `withHook: false` leaves out the hook that the guide installs for podman. */
  constructor(folder: string, { withHook = true } = {}) {
    this.folder = folder;
    mkdirSync(path.join(folder, 'hooks'), { recursive: true });
    // An overlay cannot lie on another one.
    const driver = statfsSync(folder).type === overlayfs ? 'vfs' : 'overlay';
    const write = (name: string, text: string): string => {
      writeFileSync(path.join(folder, name), text);
      return path.join(folder, name);
    };
    const storage = `[storage]\ndriver = "${driver}"\nrunroot = "${folder}/run"\ngraphroot = "${folder}/graph"\n`;
    const settings = [
      '[containers]\ndefault_ulimits = ["nofile=20000:20000", "nproc=1000:1000"]',
      `[engine]\ncgroup_manager = "cgroupfs"\nruntime = "runc"\nevents_logger = "none"\nhooks_dir = ["${folder}/hooks"]`,
    ];
    this.env = {
      ...process.env,
      CONTAINERS_STORAGE_CONF: write('storage.conf', storage),
      CONTAINERS_CONF: write('containers.conf', `${settings.join('\n')}\n`),
    };
    if (withHook) this.#installHook();
    this.#mounted = mountKernelFolders();
  }

  /** As the guide does, but into a folder of its own. */
  #installHook(): void {
    const program = path.join(this.folder, 'hooks/bounding-only');
    copyFileSync(path.join(hookFolder, 'bounding-only'), program);
    chmodSync(program, 0o755);
    const declared = readFileSync(path.join(hookFolder, 'farol-profiler.json'), 'utf8');
    const installed = declared.replace(/"path": "[^"]+"/u, `"path": ${JSON.stringify(program)}`);
    writeFileSync(path.join(this.folder, 'hooks/farol-profiler.json'), installed);
  }

  container(service: string): string {
    return `${this.project}_${service}_1`;
  }

  /** podman-compose in the folder of a compose file. @throws Error with what it wrote. */
  compose(folder: string, ...args: readonly string[]): string {
    const files = ['-f', 'compose.yaml', '-f', 'compose.host-network.yaml', '--podman-path', shim];
    const { status, stdout, stderr } = spawnSync('podman-compose', [...files, '-p', this.project, ...args], {
      cwd: folder,
      env: this.env,
      encoding: 'utf8',
      timeout: 180_000,
    });
    if (status !== 0) throw new Error(`podman-compose ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  }

  /** Copies the images of a release folder, as `localhost/<name>:<tag>`. */
  load(release: string, tag: string): void {
    for (const { name } of releaseImages) {
      const from = `oci:${path.join(release, 'images', name)}:${tag}`;
      execFileSync('skopeo', ['copy', '--quiet', from, `containers-storage:localhost/${name}:${tag}`], {
        env: this.env,
        stdio: 'pipe',
      });
    }
  }

  run(...args: readonly string[]): Ran {
    const { status, stdout, stderr } = spawnSync('podman', args, { env: this.env, encoding: 'utf8', timeout: 120_000 });
    return { status, stdout, stderr };
  }

  read(...args: readonly string[]): string {
    const { status, stdout, stderr } = this.run(...args);
    if (status !== 0) throw new Error(`podman ${args.join(' ')} ended with ${status}: ${stderr}`);
    return stdout.trim();
  }

  close(): void {
    this.run('rm', '--all', '--force', '--time', '2');
    this.run('volume', 'prune', '--force');
    this.run('image', 'umount', '--all', '--force');
    spawnSync('umount', [path.join(this.folder, 'graph/overlay')], { stdio: 'ignore' });
    for (const folder of this.#mounted) spawnSync('umount', [folder], { stdio: 'ignore' });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
