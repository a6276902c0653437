/**
 * On a host where this archive is installed, root asks what the program sees: a command about it runs as its user, with the
 * variables and credentials of its unit. Variables that are set already say what somebody wants instead.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hostPaths, type ProgramKind } from '../../core/delivered/delivered-programs.ts';
import { findHostProgram, type HostProgram } from './host-program.ts';
import { tryCommand } from './plan/act.ts';
import { unitLink } from './plan/plan-install.ts';
import { parseSettings, type Variables } from './plan/settings-file.ts';

/** First words of the commands that read what the program reads. */
const commandsOf: Readonly<Record<ProgramKind, readonly string[]>> = {
  agent: ['run', 'health', 'sources', 'doctor', 'audit'],
  profiler: ['doctor'],
  control: ['token', 'control', 'doctor'],
};
const prefixOf: Readonly<Record<ProgramKind, string>> = { agent: 'RUNNER_', profiler: 'RUNNER_', control: 'FAROL_D' };

/** The exit status of the command that ran so; undefined when this process is the one to run it. */
export function runAsUnit(archive: string, args: readonly string[]): number | undefined {
  const program = process.getuid?.() === 0 ? findHostProgram(archive) : undefined;
  // Only the folder of an installed version is one that its user can read.
  if (program === undefined || program.archive !== program.folder || !isAbout(program, args)) return undefined;
  const unit = readUnit(tryCommand(['systemctl', 'cat', `${program.name}.service`]).stdout);
  const ids = ['-u', '-g'].map((flag) => Number(tryCommand(['id', flag, program.name]).stdout.trim()));
  const [uid = 0, gid = 0] = ids;
  if (uid === 0 || gid === 0) return undefined;
  const credentials = mkdtempSync('/run/farol-');
  try {
    chownSync(credentials, uid, gid);
    giveCredentials(unit.credentials, credentials, { uid, gid });
    const variables = Object.entries(unit.variables).map(([name, value]) => [
      name,
      value.replaceAll('%d', credentials),
    ]);
    const { status, signal } = spawnSync(process.execPath, process.argv.slice(1), {
      uid,
      gid,
      stdio: 'inherit',
      env: { PATH: process.env['PATH'], TERM: process.env['TERM'], ...Object.fromEntries(withFiles(variables)) },
    });
    return status ?? (signal === null ? 1 : 130);
  } finally {
    rmSync(credentials, { recursive: true, force: true });
  }
}

function isAbout({ kind, name }: HostProgram, args: readonly string[]): boolean {
  const [command = '', below] = args;
  const isSet = Object.keys(process.env).some((variable) => variable.startsWith(prefixOf[kind]));
  // Without a word after it, it is the program itself.
  const isProgram = command === 'control' && (below === undefined || below.startsWith('-'));
  const asksForHelp = args.some((one) => one === '--help' || one === '-h');
  return commandsOf[kind].includes(command) && !isSet && !isProgram && !asksForHelp && existsSync(unitLink(name));
}

interface UnitSettings {
  readonly variables: Variables;
  /** Name, and the file of it. */
  readonly credentials: readonly (readonly [name: string, file: string])[];
}

/** As `systemctl cat` prints a unit and its drop-ins: later lines win. */
export function readUnit(text: string): UnitSettings {
  let variables: Variables = {};
  const files: string[] = [];
  const credentials: [string, string][] = [];
  for (const [, key, value = ''] of text.matchAll(/^(Environment|EnvironmentFile|LoadCredential)=(.*)$/gmu)) {
    if (key === 'Environment') variables = { ...variables, ...parseSettings(value) };
    else if (key === 'EnvironmentFile') files.push(value.replace(/^-/u, ''));
    else {
      const at = value.indexOf(':');
      const place = value.slice(at + 1);
      credentials.push([value.slice(0, at), path.isAbsolute(place) ? place : path.join(hostPaths.tokens, place)]);
    }
  }
  for (const file of files.filter((one) => existsSync(one))) {
    variables = { ...variables, ...parseSettings(readFileSync(file, 'utf8')) };
  }
  return { variables, credentials };
}

function giveCredentials(
  credentials: UnitSettings['credentials'],
  folder: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): void {
  for (const [name, file] of credentials.filter(([, one]) => existsSync(one))) {
    const copy = path.join(folder, name);
    writeFileSync(copy, readFileSync(file), { mode: 0o400 });
    chownSync(copy, uid, gid);
  }
}

/** A credential that is not there is not given to the unit either. */
function withFiles(variables: readonly (readonly string[])[]): (readonly string[])[] {
  return variables.filter(
    ([name = '', value = '']) => !name.endsWith('_FILE') || !value.startsWith('/run/farol-') || existsSync(value),
  );
}
