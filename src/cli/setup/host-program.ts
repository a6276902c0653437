/** The program of an unpacked archive, and every place that it has on a host. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  collectorGroup,
  deliveredPrograms,
  hostPaths,
  type ProgramKind,
  targetsFile,
} from '../../core/delivered/delivered-programs.ts';

export interface HostProgram {
  readonly kind: ProgramKind;
  /** Of the archive, of its user, of its unit. */
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** The unpacked archive that this process runs from. */
  readonly archive: string;
  /** Where this version is installed. */
  readonly folder: string;
  /** A link to the folder of the version that runs. */
  readonly current: string;
  /** Variables, one a line. */
  readonly settings: string;
  readonly data: string;
  /** The bootstrap token, which systemd gives to the unit. */
  readonly token: string;
  /** Of its user. */
  readonly group: string;
}

export const authorityFile = path.join(hostPaths.settings, 'ca.pem');
export { targetsFile };

const titles: Readonly<Record<ProgramKind, string>> = {
  agent: 'Agent',
  profiler: 'Profiler',
  control: 'control plane',
};

/** Undefined for a folder that is no archive for hosts, such as an image or a clone of the repository. */
export function findHostProgram(archive: string): HostProgram | undefined {
  const found = Object.entries(deliveredPrograms).find(([, name]) => existsSync(unitIn(archive, name)));
  if (found === undefined) return undefined;
  const [kind, name] = found as [ProgramKind, string];
  return {
    kind,
    name,
    title: titles[kind],
    archive,
    folder: path.join(hostPaths.programs, path.basename(archive)),
    current: path.join(hostPaths.programs, name),
    settings: path.join(hostPaths.settings, `${name}.env`),
    data: path.join(hostPaths.data, name),
    token: path.join(hostPaths.tokens, `${name}.bootstrap`),
    group: kind === 'profiler' ? collectorGroup : name,
  };
}

export function unitIn(folder: string, name: string): string {
  return path.join(folder, 'systemd', `${name}.service`);
}
