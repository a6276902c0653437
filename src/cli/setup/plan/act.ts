/** One change of a host: what it is, whether it is made already, how it is made, and the commands that would make it. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** Owner and group are names; the group is looked up when it is needed, because an earlier act may create it. */
interface Owned {
  readonly path: string;
  readonly group?: string;
  readonly mode: number;
}

export type Act =
  | ({ readonly act: 'folder' } & Owned)
  | ({ readonly act: 'file'; readonly text: string; readonly isSecret?: true } & Owned)
  | { readonly act: 'copy'; readonly from: string; readonly to: string }
  | { readonly act: 'link'; readonly path: string; readonly to: string }
  | { readonly act: 'remove'; readonly path: string }
  | { readonly act: 'run'; readonly command: readonly [string, ...string[]]; readonly isDone: () => boolean };

export interface Step {
  readonly title: string;
  readonly acts: readonly Act[];
}

/** A program that an act needed and that failed, in its own words. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** @throws CommandFailed */
export function runCommand([program, ...args]: readonly [string, ...string[]]): string {
  const { status, stdout, stderr, error } = tryCommand([program, ...args]);
  if (status === 0) return stdout;
  const cause = error === undefined ? stderr.trim() || `it ended with status ${status}` : error.message;
  throw new CommandFailed(`${[program, ...args].join(' ')} failed: ${cause}`);
}

export function tryCommand([program, ...args]: readonly [string, ...string[]]): SpawnSyncReturns<string> {
  return spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 });
}

export function isDone(act: Act): boolean {
  switch (act.act) {
    case 'folder':
      return hasOwner(act);
    case 'file':
      return hasOwner(act) && readFileSync(act.path, 'utf8') === act.text;
    case 'copy':
      return existsSync(act.to);
    case 'link':
      return linkTarget(act.path) === act.to;
    case 'remove':
      return lstatSync(act.path, { throwIfNoEntry: false }) === undefined;
    case 'run':
      return act.isDone();
  }
}

export function perform(act: Act): void {
  switch (act.act) {
    case 'folder':
      mkdirSync(act.path, { recursive: true, mode: act.mode });
      setOwner(act, act.path);
      break;
    case 'file':
      replaceOwned(act);
      break;
    case 'copy':
      copyWhole(act);
      break;
    case 'link':
      replaceLink(act);
      break;
    case 'remove':
      rmSync(act.path, { recursive: true, force: true });
      break;
    case 'run':
      runCommand(act.command);
  }
}

/** In a shell, as root. */
export function renderAct(act: Act): string {
  switch (act.act) {
    case 'folder':
      return `install -d -o root -g ${act.group ?? 'root'} -m ${octal(act.mode)} ${act.path}`;
    case 'file': {
      const text = act.isSecret === true ? '[secret]\n' : act.text;
      return [
        `install -o root -g ${act.group ?? 'root'} -m ${octal(act.mode)} /dev/stdin ${act.path} <<'END'`,
        `${text}END`,
      ].join('\n');
    }
    case 'copy':
      return `cp -R --no-preserve=ownership ${act.from} ${act.to}`;
    case 'link':
      return `ln -sfn ${act.to} ${act.path}`;
    case 'remove':
      return `rm -rf ${act.path}`;
    case 'run':
      return act.command.join(' ');
  }
}

function hasOwner({ path: file, group = 'root', mode }: Owned): boolean {
  const facts = lstatSync(file, { throwIfNoEntry: false });
  return facts !== undefined && facts.uid === 0 && facts.gid === groupId(group) && (facts.mode & 0o7777) === mode;
}

function setOwner({ group = 'root', mode }: Owned, file: string): void {
  const gid = groupId(group);
  if (gid === undefined) throw new Error(`the group ${group} does not exist`);
  chownSync(file, 0, gid);
  chmodSync(file, mode);
}

/** Undefined for a group that does not exist. */
export function groupId(group: string): number | undefined {
  const { status, stdout } = tryCommand(['getent', 'group', group]);
  return status === 0 ? Number(stdout.split(':')[2]) : undefined;
}

/** Whole or not at all, and never readable by others in between. */
function replaceOwned(act: Owned & { readonly text: string }): void {
  const made = `${act.path}.new`;
  rmSync(made, { force: true });
  writeFileSync(made, act.text, { mode: 0o600, flag: 'wx' });
  setOwner(act, made);
  renameSync(made, act.path);
}

function replaceLink({ path: link, to }: { readonly path: string; readonly to: string }): void {
  const made = `${link}.new`;
  rmSync(made, { force: true });
  symlinkSync(to, made);
  renameSync(made, link);
}

/** A folder of this name is complete: an interrupted copy has another one. Everything in it belongs to root. */
function copyWhole({ from, to }: { readonly from: string; readonly to: string }): void {
  const made = path.join(path.dirname(to), `.${path.basename(to)}.new`);
  rmSync(made, { recursive: true, force: true });
  cpSync(from, made, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  runCommand(['chown', '-R', 'root:root', made]);
  runCommand(['chmod', '-R', 'go-w', made]);
  renameSync(made, to);
}

/** Undefined for anything that is not a symbolic link. */
export function linkTarget(file: string): string | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? readlinkSync(file) : undefined;
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
