/**
 * What installs a program: every folder, file, user, right and unit, in the order in which they are made. What is there
 * already is left as it is, so that the same plan installs, repairs and upgrades.
 */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { fileCapabilities, hostPaths } from '../../../core/delivered/delivered-programs.ts';
import { authorityFile, type HostProgram, targetsFile, unitIn } from '../host-program.ts';
import { type Act, groupId, linkTarget, type Step, tryCommand } from './act.ts';

export interface Installation {
  /** Text of the settings file. */
  readonly settings: string;
  /** PEM; undefined when the machine trusts the control plane anyway. */
  readonly authority?: string | undefined;
  /** Undefined for an instance that is enrolled. */
  readonly token?: string | undefined;
  /** Text of the target list; undefined for what has none. */
  readonly targets?: string | undefined;
}

export const commandLink = '/usr/local/bin/farol';

export function planInstall(program: HostProgram, { settings, authority, token, targets }: Installation): Step[] {
  const { archive, folder, current, name } = program;
  const open = (at: string): Act => ({ act: 'folder', path: at, mode: 0o755 });
  const files: Act[] = [
    ...(authority === undefined ? [] : [rootFile(authorityFile, authority, 0o644)]),
    ...(targets === undefined ? [] : [{ ...rootFile(targetsFile, targets, 0o640), group: program.group }]),
    rootFile(program.settings, settings, 0o600),
    ...(token === undefined ? [] : [{ ...rootFile(program.token, `${token}\n`, 0o600), isSecret: true as const }]),
  ];
  return [
    {
      title: 'Program',
      acts: [
        open(hostPaths.programs),
        ...(archive === folder ? [] : [{ act: 'copy' as const, from: archive, to: folder }]),
      ],
    },
    { title: 'User', acts: [createUser(program)] },
    ...(program.kind === 'profiler' ? [{ title: 'Rights of the collector', acts: allowCollector(program) }] : []),
    {
      title: 'Settings',
      acts: [open(hostPaths.settings), { act: 'folder', path: hostPaths.tokens, mode: 0o700 }, ...files],
    },
    {
      title: 'Version that runs',
      acts: [{ act: 'link', path: current, to: path.basename(folder) }, ...linkCommands(program)],
    },
    {
      title: 'Unit',
      acts: [
        run(['systemctl', 'enable', unitIn(current, name)], () => linkTarget(unitLink(name)) === unitIn(current, name)),
      ],
    },
  ];
}

/** Where systemd has the unit once it is enabled. */
export function unitLink(name: string): string {
  return `/etc/systemd/system/${name}.service`;
}

function rootFile(file: string, text: string, mode: number): Extract<Act, { act: 'file' }> {
  return { act: 'file', path: file, text, mode };
}

function run(command: [string, ...string[]], done: () => boolean): Act {
  return { act: 'run', command, isDone: done };
}

function createUser({ folder, name }: HostProgram): Act {
  return run(['systemd-sysusers', path.join(folder, 'systemd', `${name}.sysusers`)], () => hasUser(name));
}

export function hasUser(name: string): boolean {
  return tryCommand(['getent', 'passwd', name]).status === 0;
}

/** In this order: a change of owner takes the capabilities away. */
function allowCollector({ folder, group }: HostProgram): Act[] {
  const file = path.join(folder, 'ptop');
  const isOwned = (): boolean => {
    const facts = lstatSync(file, { throwIfNoEntry: false });
    return facts?.uid === 0 && facts.gid === groupId(group) && (facts.mode & 0o7777) === 0o750;
  };
  const isGranted = (): boolean => isOwned() && grantedTo(file) === normalise(fileCapabilities);
  return [
    run(['chown', `root:${group}`, file], isOwned),
    run(['chmod', '0750', file], isOwned),
    run(['setcap', fileCapabilities, file], isGranted),
  ];
}

function grantedTo(file: string): string {
  const { stdout } = tryCommand(['getcap', file]);
  return normalise(stdout.trim().slice(file.length).trim());
}

/** `getcap` lists them in another order than `setcap` reads them. */
function normalise(text: string): string {
  const [names = '', flags = ''] = text.replace(/^=\s*/u, '').split(/[=+]/u);
  return `${names.split(',').toSorted().join(',')}=${flags.split('').toSorted().join('')}`;
}

/** The command line of another program on this host stays the one that `farol` starts. */
function linkCommands({ current, name }: HostProgram): Act[] {
  const own = path.join(current, 'farol');
  const present = linkTarget(commandLink);
  const isFree = lstatSync(commandLink, { throwIfNoEntry: false }) === undefined || present === own;
  const isOfThis = present?.startsWith(path.join(hostPaths.programs, name)) === true;
  return isFree || isOfThis ? [{ act: 'link', path: commandLink, to: own }] : [];
}
