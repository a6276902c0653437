/** The fresh folder that a demo run lives in, and the users that its programs run as. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

export interface Workspace {
  readonly folder: string;
  /** Runs control plane, Agent, Profiler and Prometheus; undefined when the demo itself is not root. */
  readonly programs: Identity | undefined;
  /** Runs the workload: another user than the Profiler's, as in production. */
  readonly workload: Identity | undefined;
  /**
   * Runs the Profiler: the user of the other programs in a group of its own, whose members may execute the collector.
   * The number belongs to no group of a usual machine.
   */
  readonly profiler: Identity | undefined;
  /** Makes a folder inside the workspace, owned by the given user, private to it. */
  privateFolder(name: string, owner: Identity | undefined): string;
  /** Makes a folder inside the workspace that every user can read. */
  sharedFolder(name: string, owner: Identity | undefined): string;
  /**
   * Makes a folder that nobody but root can change, nor any folder above it: the collector accepts a target list only
   * there, and the workspace lies where everybody may make files. As another user than root it is in the workspace.
   */
  rootsFolder(): string;
  remove(): void;
}

/** `nobody` and `daemon` exist with these numbers on every Debian. */
const nobody = { uid: 65534, gid: 65534 };
const daemon = { uid: 1, gid: 1 };
const collectorGroup = 64_365;

export function createWorkspace(): Workspace {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'farol-demo-'));
  chmodSync(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  const outside: string[] = [];
  const make = (name: string, owner: Identity | undefined, mode: number): string => {
    const made = path.join(folder, name);
    mkdirSync(made, { mode });
    chmodSync(made, mode);
    if (owner !== undefined) chownSync(made, owner.uid, owner.gid);
    return made;
  };
  return {
    folder,
    programs: isRoot ? nobody : undefined,
    workload: isRoot ? daemon : undefined,
    privateFolder: (name, owner) => make(name, owner, 0o700),
    sharedFolder: (name, owner) => make(name, owner, 0o755),
    profiler: isRoot ? { uid: nobody.uid, gid: collectorGroup } : undefined,
    rootsFolder: () => {
      if (!isRoot) return make('lists', undefined, 0o755);
      const made = mkdtempSync('/var/lib/farol-demo-');
      chmodSync(made, 0o755);
      outside.push(made);
      return made;
    },
    remove: () => {
      for (const made of [folder, ...outside]) rmSync(made, { recursive: true, force: true });
    },
  };
}
