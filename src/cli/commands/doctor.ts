/**
 * `farol doctor`: checks everything that a program on this machine depends on. Each finding that is not well says who must
 * act and what to do. Works without a network, and beside the running program.
 *
 * Exit codes: 0 nothing keeps it from working, 1 something does, 2 wrong usage.
 */
import type { ProgramKind } from '../../core/delivered/delivered-programs.ts';
import { createLog, type Log } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import type { Actor, Diagnosis } from '../../tunnel/doctor/diagnosis.ts';
import { endWith, exitCodes, printJson, printLine, printNote } from './end-with.ts';

interface DoctorOptions {
  readonly offline?: true;
  readonly json?: true;
}

interface DoctorPorts {
  readonly env: NodeJS.ProcessEnv;
  readonly redactor: Redactor;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onStep: (step: string) => void;
  readonly isOffline: boolean;
}

/** Each loads its program, of which a release may have no other. */
const examinations: Readonly<Record<ProgramKind, (ports: DoctorPorts) => Promise<readonly Diagnosis[]>>> = {
  agent: async (ports) => {
    const { runDoctor } = await import('../../agent/doctor/run-doctor.ts');
    return (await runDoctor(ports)).diagnoses;
  },
  profiler: async (ports) => {
    const { examineProfiler } = await import('../../../profiler/host/examine-profiler.ts');
    return examineProfiler(ports);
  },
  control: async (ports) => {
    const { examineControl } = await import('../../control/operator/examine-control.ts');
    return examineControl(ports);
  },
};

export function examine(program: ProgramKind, options: DoctorOptions): Promise<void> {
  const redactor = new Redactor();
  return endWith('doctor', redactor, () => runChecks(program, options, redactor));
}

async function runChecks(program: ProgramKind, { offline, json }: DoctorOptions, redactor: Redactor): Promise<number> {
  const found = await examinations[program]({
    env: process.env,
    redactor,
    log: createLog('farol doctor', { level: process.env['LOG_LEVEL'] ?? 'error', redactor }),
    signal: new AbortController().signal,
    onStep: (step) => printNote(`checking: ${step}`),
    isOffline: offline === true,
  });
  const diagnoses = ranked(found);
  const isWell = diagnoses.every(({ status }) => status !== 'problem');
  if (json === true) printJson({ well: isWell, findings: diagnoses });
  else for (const one of diagnoses) printLine(renderDiagnosis(one));
  return isWell ? exitCodes.done : exitCodes.fault;
}

const actors: Record<Actor, string> = {
  operator: 'the operator of this machine',
  control_plane: 'the operator of the control plane',
  admin: 'an owner or admin of the organization',
  caller: 'who asks',
  nobody: 'nobody; it may be temporary',
  farol: 'the developers of Farol',
};

const ranks: readonly Diagnosis['status'][] = ['problem', 'warning', 'ok', 'skipped'];

/** In the order of the output: what keeps it from working comes first, and of that what was examined first: the rest may follow from it. */
export function ranked(diagnoses: readonly Diagnosis[]): Diagnosis[] {
  return diagnoses.toSorted((one, other) => ranks.indexOf(one.status) - ranks.indexOf(other.status));
}

function renderDiagnosis(one: Diagnosis): string {
  const line = `${one.status.padEnd(8)} ${one.area}: ${one.subject}: ${one.says}`;
  return 'fix' in one ? `${line}\n         ${actors[one.who]}: ${one.fix}` : line;
}
