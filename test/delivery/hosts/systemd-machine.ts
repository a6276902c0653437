/**
 * A machine with systemd, in namespaces of its own on this one: process 1 is the real systemd of Debian, on a copy of
 * this machine's files that is thrown away (an overlay in memory), in a network of its own. The host's processes and
 * files are not touched. It needs a host with control groups of version 1. What it has not: a kernel of its own,
 * Debian's other units, a network to anywhere.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Of Debian, what a service needs below it; everything else of this machine stays out. */
const unitsOfDebian = [
  'basic.target',
  'local-fs.target',
  'local-fs-pre.target',
  'multi-user.target',
  'network.target',
  'network-online.target',
  'paths.target',
  'shutdown.target',
  'slices.target',
  'sockets.target',
  'sysinit.target',
  'swap.target',
  'sys-kernel-debug.mount',
  'sys-kernel-tracing.mount',
  'systemd-journald.service',
  'systemd-journald.socket',
  'systemd-journald-dev-log.socket',
  'timers.target',
  'umount.target',
] as const;
const units = '/run/debian-units';
const readyMs = 60_000;

/** Folders of this machine that it sees too, at the same paths. */
const bind = (shared: readonly string[]): string =>
  shared.map((one) => `mkdir -p .${one}\nmount --rbind ${one} .${one}`).join('\n');

const start = (folder: string, shared: readonly string[]): string => `
mount --make-rprivate /
mount -t tmpfs -o mode=0755 machine ${folder}
cd ${folder}
mkdir upper work root
mount -t overlay -o lowerdir=/,upperdir=upper,workdir=work machine root
cd root
mount --rbind /dev dev
mount -t sysfs sysfs sys
mount -t proc proc proc
mount -t tmpfs -o mode=0755 run run
mount -t tmpfs -o mode=1777 tmp tmp
mount -t tmpfs groups sys/fs/cgroup
mkdir sys/fs/cgroup/systemd sys/fs/cgroup/memory
mount -t cgroup -o none,name=systemd,xattr systemd sys/fs/cgroup/systemd
mount -t cgroup -o memory memory sys/fs/cgroup/memory
rm -rf etc/systemd/system var/lib/systemd var/log/journal
tr -d - < /proc/sys/kernel/random/uuid > etc/machine-id
mkdir -p etc/systemd/system run/lock .${units}/sysinit.target.wants
for unit in ${unitsOfDebian.join(' ')}; do ln -s /lib/systemd/system/$unit .${units}/$unit; done
ln -s ../systemd-journald.socket ../systemd-journald.service .${units}/sysinit.target.wants/
${bind(shared)}
mkdir old
pivot_root . old
umount -l old
rmdir old
mount --make-rshared /
ip link set lo up
exec /lib/systemd/systemd --system --unit=multi-user.target --log-target=console --show-status=no
`;

export interface Said {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class SystemdMachine {
  readonly #folder: string;
  readonly #child: ChildProcess;
  #pid = 0;
  #console = '';

  private constructor(shared: readonly string[]) {
    this.#folder = mkdtempSync('/var/lib/farol-machine-');
    const script = path.join(this.#folder, 'start');
    mkdirSync(path.join(this.#folder, 'machine'));
    writeFileSync(script, `set -eu\n${start(path.join(this.#folder, 'machine'), shared)}`);
    const namespaces = [
      '--pid',
      '--fork',
      '--kill-child',
      '--mount',
      '--mount-proc',
      '--ipc',
      '--uts',
      '--net',
      '--cgroup',
    ];
    this.#child = spawn('unshare', [...namespaces, 'sh', script], {
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        container: 'farol',
        SYSTEMD_UNIT_PATH: `/etc/systemd/system:/run/systemd/system:${units}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream
        ?.setEncoding('utf8')
        .on('data', (text: string) => (this.#console = `${this.#console}${text}`.slice(-8000)));
    }
  }

  /** `shared`: folders of this machine. @throws with the console when systemd is not ready in time. */
  static async start(shared: readonly string[]): Promise<SystemdMachine> {
    const machine = new SystemdMachine(shared);
    const deadline = Date.now() + readyMs;
    while (!machine.#isReady()) {
      if (Date.now() > deadline || machine.#child.exitCode !== null) {
        await machine.close();
        throw new Error(`systemd did not start:\n${machine.#console}`);
      }
      await sleep(100);
    }
    return machine;
  }

  /** Process 1 of the machine, as this one numbers it. */
  get pid(): number {
    return this.#pid;
  }

  #isReady(): boolean {
    this.#pid = firstChild(this.#child.pid ?? 0);
    if (this.#pid === 0 || readName(this.#pid) !== 'systemd') return false;
    const { stdout } = this.run('systemctl is-system-running');
    return /^(?:running|degraded)/u.test(stdout);
  }

  /** Runs commands as root of the machine, in a shell that ends at the first failure. */
  run(commands: string, { input = '', cwd = '/root' }: { readonly input?: string; readonly cwd?: string } = {}): Said {
    const enter = [
      '--target',
      String(this.#pid),
      '--mount',
      '--uts',
      '--ipc',
      '--net',
      '--pid',
      '--cgroup',
      `--wdns=${cwd}`,
    ];
    const { status, stdout, stderr } = spawnSync('nsenter', [...enter, 'sh', '-euc', commands], {
      encoding: 'utf8',
      input,
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', SYSTEMD_PAGER: '' },
      timeout: 240_000,
    });
    return { status, stdout, stderr };
  }

  /** @throws with everything the commands printed unless they end with 0. */
  expect(commands: string, options?: { readonly input?: string; readonly cwd?: string }): string {
    const { status, stdout, stderr } = this.run(commands, options);
    if (status === 0) return stdout;
    throw new Error(`ended with ${status}:\n${commands}\n${stdout}\n${stderr}\n${this.#console.slice(-2000)}`);
  }

  /** Of a process of the machine: what `/proc/<pid>/status` says. `pid` is that of the machine. */
  status(pid: string): Readonly<Record<string, string>> {
    const lines = this.expect(`cat /proc/${pid}/status`).split('\n');
    return Object.fromEntries(lines.map((line) => line.split(/:\s+/u, 2) as [string, string]));
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      // The kernel ends every process of a machine whose process 1 ends.
      if (this.#pid > 0) process.kill(this.#pid, 'SIGKILL');
      this.#child.kill('SIGKILL');
      await ended;
    }
    execFileSync('rm', ['-rf', '--one-file-system', this.#folder]);
  }
}

function firstChild(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim().split(' ')[0] ?? 0) : 0;
}

function readName(pid: number): string {
  const file = `/proc/${pid}/comm`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}
