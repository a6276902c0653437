/**
 * `farol setup`: installs the program of this archive on a host, or upgrades, repairs or changes what is installed. Questions
 * and checks come first and change nothing; then the plan is carried out; then it waits until the program works.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readVersion } from '../../core/version.ts';
import type { Asker } from './answers/ask.ts';
import { examineHost } from './checks/examine-host.ts';
import { carryOut, renderSteps } from './carry-out.ts';
import type { HostProgram } from './host-program.ts';
import { linkTarget } from './plan/act.ts';
import { planInstall } from './plan/plan-install.ts';
import { readSettings } from './plan/settings-file.ts';
import type { Prepared, SetupOptions } from './prepared.ts';
import { renderOutcome } from './render-outcome.ts';
import { SetupProblem } from './setup-problem.ts';
import { isActive, restartUnit, waitForUnit } from './start-unit.ts';

/** Returns what to print. @throws SetupProblem */
export async function runSetup(program: HostProgram, options: SetupOptions, asker: Asker): Promise<string> {
  const problems = examineHost(program, options.print === true);
  if (problems.length > 0) throw new SetupProblem(problems.join('\n'));
  const before = runningVersion(program);
  const prepared = await prepare(program, options, asker);
  const steps = planInstall(program, prepared.installation);
  if (options.print === true) {
    const start = `# Start\nsystemctl daemon-reload\nsystemctl restart ${program.name}`;
    return `${renderSteps(steps)}\n\n${start}`;
  }
  const changed = carryOut(steps, 'setup');
  const isRestarted = changed.length > 0 || !isActive(program.name);
  const started = await (isRestarted ? restartUnit : waitForUnit)(program.name, program.kind);
  if (started.state !== 'live') throw new SetupProblem(sayNotLive(program, started));
  const next = prepared.finish();
  const what = isRestarted ? sayChange(before, changed) : 'Nothing to change';
  return renderOutcome({ program, identity: prepared.identity, what, places: prepared.places, next });
}

function sayChange(before: string | undefined, changed: readonly string[]): string {
  const now = readVersion();
  if (before !== undefined && before !== now) return `Version ${now} replaces ${before}`;
  return changed.length > 0 ? `Changed: ${changed.join(', ')}` : 'Started again';
}

async function prepare(program: HostProgram, options: SetupOptions, asker: Asker): Promise<Prepared> {
  const settings = readSettings(program.settings);
  if (program.kind === 'control') {
    const { prepareControl } = await import('./prepare-control.ts');
    return prepareControl(program, options, { settings, asker });
  }
  const { prepareInstance } = await import('./prepare-instance.ts');
  return prepareInstance({ ...program, kind: program.kind }, options, { settings, asker });
}

/** Undefined when none is installed. */
function runningVersion({ current }: HostProgram): string | undefined {
  if (linkTarget(current) === undefined || !existsSync(path.join(current, 'package.json'))) return undefined;
  return (JSON.parse(readFileSync(path.join(current, 'package.json'), 'utf8')) as { version: string }).version;
}

function sayNotLive(
  { title, name }: HostProgram,
  { state, log }: { readonly state: 'refused' | 'waiting'; readonly log: readonly string[] },
): string {
  const what =
    state === 'refused'
      ? `The ${title} is installed, and does not start.`
      : `The ${title} is installed and runs, but does not work after 60 s.`;
  return [
    what,
    ...log,
    `Mend what these lines name and run farol setup again, or read all of them: journalctl -u ${name}`,
  ].join('\n');
}
