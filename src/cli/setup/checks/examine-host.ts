/** Whether this host can run the program: who asks, systemd, tools, kernel, folders. Every problem at once. */
import { existsSync, lstatSync, readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { hostPaths } from '../../../core/delivered/delivered-programs.ts';
import type { HostProgram } from '../host-program.ts';
import { tryCommand } from '../plan/act.ts';

const oldestSystemd = 252;
/** A version unpacked, with room for its data to begin with. */
const wantedBytes = 500 << 20;

/** Each says what is wrong and who acts how. `isPrinted`: nothing will be changed, so root is not needed. */
export function examineHost({ kind, archive, folder }: HostProgram, isPrinted: boolean): string[] {
  const problems = [
    ...(isPrinted || process.getuid?.() === 0 ? [] : ['It installs for the whole host. Run it as root.']),
    ...examineSystemd(),
    ...[hostPaths.programs, hostPaths.settings].flatMap(examineFolder),
    ...(archive === folder ? [] : examineRoom()),
  ];
  return kind === 'profiler' ? [...problems, ...examineKernel(), ...examineTools(['setcap', 'getcap'])] : problems;
}

function examineSystemd(): string[] {
  if (!existsSync('/run/systemd/system')) {
    return [
      'systemd does not run here. Start the program under your own supervisor: farol token create --on hand prints how.',
    ];
  }
  const version = Number(
    /^systemd (?<version>\d+)/u.exec(tryCommand(['systemctl', '--version']).stdout)?.groups?.['version'],
  );
  if (version >= oldestSystemd) return examineTools(['systemctl', 'systemd-sysusers', 'journalctl']);
  return [
    `systemd ${version} is too old: the units need ${oldestSystemd} or newer (Debian 12, Ubuntu 24.04, RHEL 9.2).`,
  ];
}

function examineTools(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(':');
  return names
    .filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))))
    .map((name) => {
      const source = name.endsWith('cap') ? 'the package libcap2-bin (Debian) or libcap (RHEL)' : 'systemd';
      return `${name} is missing. Install ${source}, and run this with /usr/sbin in PATH.`;
    });
}

/** What others could write, they could replace: the collector has capabilities, and settings name files that root reads. */
function examineFolder(folder: string): string[] {
  const above = [folder, path.dirname(folder), '/'].filter((one) => existsSync(one));
  return [...new Set(above)].flatMap((one) => {
    const { uid, mode } = lstatSync(one);
    if (uid === 0 && (mode & 0o022) === 0) return [];
    return [`${one} can be written by others than root. Make root its owner and take that right: chmod go-w ${one}.`];
  });
}

function examineRoom(): string[] {
  const place = existsSync(hostPaths.programs) ? hostPaths.programs : path.dirname(hostPaths.programs);
  const { bavail, bsize } = statfsSync(place);
  if (bavail * bsize >= wantedBytes) return [];
  const free = Math.floor((bavail * bsize) / (1 << 20));
  return [`Only ${free} MiB are free at ${place}; ${wantedBytes >> 20} MiB are needed. Free disk space.`];
}

function examineKernel(): string[] {
  const paranoid = Number(readOr('/proc/sys/kernel/perf_event_paranoid', '0'));
  return [
    ...(existsSync('/sys/kernel/btf/vmlinux')
      ? []
      : ['The kernel has no type information (/sys/kernel/btf/vmlinux). Use one built with CONFIG_DEBUG_INFO_BTF.']),
    ...(paranoid > 2
      ? [`kernel.perf_event_paranoid is ${paranoid}. Set it to 2: sysctl -w kernel.perf_event_paranoid=2.`]
      : []),
  ];
}

function readOr(file: string, otherwise: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : otherwise;
}
