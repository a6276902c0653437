/** What removes a program from a host. Identity, data and what people wrote stay, unless they are purged. */
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { deliveredPrograms, hostPaths } from '../../../core/delivered/delivered-programs.ts';
import { authorityFile, type HostProgram, targetsFile } from '../host-program.ts';
import { type Act, groupId, linkTarget, type Step, tryCommand } from './act.ts';
import { commandLink, hasUser } from './plan-install.ts';

export interface Removal {
  readonly steps: readonly Step[];
  /** What stays on the host, with the reason. */
  readonly stays: readonly (readonly [place: string, why: string])[];
}

export function planRemove(program: HostProgram, isPurged: boolean): Removal {
  const { kind, name, current, settings, data, group } = program;
  const unit = `${name}.service`;
  const versions = globSync(`${name}-v*`, { cwd: hostPaths.programs }).toSorted();
  const remove = (file: string): Act => ({ act: 'remove', path: file });
  const isShared = Object.values(deliveredPrograms).some(
    (other) => other !== name && existsSync(path.join(hostPaths.settings, `${other}.env`)),
  );
  const written = [
    settings,
    ...(kind === 'profiler' ? [targetsFile] : []),
    ...(isShared ? [] : [authorityFile]),
    `/etc/systemd/system/${unit}.d`,
  ];
  const own = isPurged ? [data, ...written] : [];
  const users: Act[] = [
    { act: 'run', command: ['userdel', name], isDone: () => !hasUser(name) },
    { act: 'run', command: ['groupdel', group], isDone: () => groupId(group) === undefined },
  ];
  const steps: Step[] = [
    {
      title: 'Unit',
      acts: [{ act: 'run', command: ['systemctl', 'disable', '--now', unit], isDone: () => isGone(unit) }],
    },
    {
      title: 'Program',
      acts: [
        ...(linkTarget(commandLink)?.startsWith(`${current}/`) === true ? [remove(commandLink)] : []),
        remove(program.token),
        remove(current),
        ...versions.map((version) => remove(path.join(hostPaths.programs, version))),
      ],
    },
    ...(own.length > 0 ? [{ title: 'Identity, data and settings', acts: own.map(remove) }] : []),
    // Without its user, data that stays would belong to a number that another user may get.
    ...(isPurged ? [{ title: 'User', acts: users }] : []),
    { title: 'systemd', acts: [{ act: 'run', command: ['systemctl', 'daemon-reload'], isDone: () => false }] },
  ];
  if (isPurged) return { steps, stays: [] };
  const stays: [string, string][] = [
    [data, kind === 'control' ? 'store, keys and authority' : 'identity, which a later setup uses again'],
    ...written.map((file): [string, string] => [file, 'what you set']),
    [`user ${name}`, 'the owner of the data'],
  ];
  return { steps, stays: stays.filter(([place]) => place.startsWith('user ') || existsSync(place)) };
}

function isGone(unit: string): boolean {
  return tryCommand(['systemctl', 'cat', unit]).status !== 0;
}
