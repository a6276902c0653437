/** Checks everything that a Profiler depends on, whether or not it runs: what its boot judges, and the way to its control plane. */
import { systemClock } from '../../src/core/clock.ts';
import type { Redactor } from '../../src/core/redact.ts';
import { findBootstrapToken } from '../../src/secrets/bootstrap-token.ts';
import type { Diagnosis } from '../../src/tunnel/doctor/diagnosis.ts';
import { examineAuthorities } from '../../src/tunnel/doctor/examine-authorities.ts';
import { examineIdentity } from '../../src/tunnel/doctor/examine-identity.ts';
import { examineControlPlane } from '../../src/tunnel/doctor/examine-control-plane.ts';
import { parseInstanceConfig } from '../../src/tunnel/instance/config.ts';
import { boot, type Booted, collectorVariable } from './boot/boot.ts';
import type { BootProblem } from './boot/boot-problem.ts';
import { findProcesses, listedAs } from './capture/find-processes.ts';
import { defaultCollector } from './main.ts';

export interface ProfilerExamination {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  readonly signal: AbortSignal;
  /** Called with the name of the next step. */
  readonly onStep: (step: string) => void;
  /** Leaves out what sends something. */
  readonly isOffline: boolean;
}

/** Of the process that asks, and not of the one that serves; and the identity, which is examined by itself. */
const leftOut = new Set(['no_memory_limit', 'swap_beyond_limit', 'identity']);

export async function examineProfiler(ports: ProfilerExamination): Promise<Diagnosis[]> {
  const { env, redactor, signal, onStep, isOffline } = ports;
  onStep('settings, collector, kernel and target list');
  const collector = env[collectorVariable] ?? defaultCollector;
  const started = await boot(env, collector, redactor);
  const diagnoses: Diagnosis[] =
    'booted' in started
      ? [sayBooted(started.booted), ...started.booted.warnings.flatMap((one) => diagnose('warning', one))]
      : [
          ...started.refusals.flatMap((one) => diagnose('problem', one)),
          ...started.warnings.flatMap((one) => diagnose('warning', one)),
        ];
  if ('booted' in started) {
    onStep('processes that may be measured');
    diagnoses.push(...(await examineTargets(started.booted, collector, signal)));
  }
  const { config } = parseInstanceConfig(env);
  if (config === undefined) return diagnoses;
  onStep('identity');
  const examined = await examineIdentity('profiler', config);
  const authorities = examined.identity?.authorities;
  const ofAuthorities = examineAuthorities(config, { authorities, nowMs: systemClock.now() });
  diagnoses.push(...examined.diagnoses);
  if (isOffline) {
    const says = 'Nothing was sent, as requested.';
    return [...diagnoses, ...ofAuthorities, { area: 'network', subject: 'control plane', status: 'skipped', says }];
  }
  onStep('connection to the control plane');
  const token = findBootstrapToken({ env, redactor }, examined.needsToken).source;
  const way = await examineControlPlane('profiler', config, ports, { ...examined, token });
  return [...diagnoses, ...way, ...ofAuthorities];
}

function sayBooted({ config, targets, collectorVersion }: Booted): Diagnosis {
  const says = `It boots as ${config.instance} of ${config.tenant}, with collector ${collectorVersion} and ${targets.length} targets.`;
  return { area: 'boot', subject: 'settings, collector and kernel', status: 'ok', says };
}

function diagnose(status: 'warning' | 'problem', problem: BootProblem): Diagnosis[] {
  const { code, cause, cost, fix, isHarmless } = problem;
  if (isHarmless === true || leftOut.has(code)) return [];
  return [{ area: 'boot', subject: code, status, says: `${cause}. Cost: ${cost}.`, who: 'operator', fix }];
}

/** A name without a process is found here, and not at the first capture. */
async function examineTargets(
  { targets, targetsFile }: Booted,
  file: string,
  signal: AbortSignal,
): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const workload of new Set(targets.map((one) => one.workload))) {
    const [first, ...others] = listedAs(targets, workload);
    if (first === undefined) continue;
    const found = await findProcesses({ file, targetsFile, listed: [first, ...others], signal });
    const at = { area: 'targets', subject: workload } as const;
    if ('failure' in found) {
      const says = `The collector cannot search for it (${found.failure.end}).`;
      const fix = 'Do what the other lines say about the collector and the target list.';
      diagnoses.push({ ...at, status: 'problem', says, who: 'operator', fix });
    } else if (found.found.counts.matching === 0) {
      const says = 'No process has this name now.';
      const fix = `Compare the name in ${targetsFile} with that of the process: farol setup lists those that run.`;
      diagnoses.push({ ...at, status: 'warning', says, who: 'operator', fix });
    } else {
      const { matching } = found.found.counts;
      diagnoses.push({
        ...at,
        status: 'ok',
        says: `${matching === 1 ? '1 process has' : `${matching} processes have`} this name now.`,
      });
    }
  }
  return diagnoses;
}
