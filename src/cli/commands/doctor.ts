/**
 * `farol doctor`: checks everything an Agent on this machine depends on. Each finding that is not well
 * says who must act and what to do. Works without a network, and beside a running Agent.
 *
 * Exit codes: 0 nothing keeps the Agent from working, 1 something does, 2 wrong usage.
 */
import type { Actor, Diagnosis } from '../../agent/doctor/diagnosis.ts';
import { runDoctor } from '../../agent/doctor/run-doctor.ts';
import { createLog } from '../../core/log.ts';
import { Redactor } from '../../core/redact.ts';
import { endWith, exitCodes, printJson, printLine, printNote } from './run-locally.ts';

interface DoctorOptions {
  readonly offline?: true;
  readonly json?: true;
}

export function examine(options: DoctorOptions): Promise<void> {
  const redactor = new Redactor();
  return endWith('doctor', redactor, () => runChecks(options, redactor));
}

async function runChecks({ offline, json }: DoctorOptions, redactor: Redactor): Promise<number> {
  const { diagnoses } = await runDoctor({
    env: process.env,
    redactor,
    log: createLog('farol doctor', { level: process.env['LOG_LEVEL'] ?? 'error', redactor }),
    signal: new AbortController().signal,
    onStep: (step) => printNote(`checking: ${step}`),
    isOffline: offline === true,
  });
  const isWell = diagnoses.every(({ status }) => status !== 'problem');
  if (json === true) printJson({ well: isWell, findings: diagnoses });
  else for (const one of diagnoses) printLine(renderDiagnosis(one));
  return isWell ? exitCodes.done : exitCodes.fault;
}

const actors: Record<Actor, string> = {
  operator: 'the operator of this Agent',
  control_plane: 'the operator of the control plane',
  caller: 'who asks',
  nobody: 'nobody; it may be temporary',
  farol: 'the developers of Farol',
};

function renderDiagnosis(one: Diagnosis): string {
  const line = `${one.status.padEnd(8)} ${one.area}: ${one.subject}: ${one.says}`;
  return 'fix' in one ? `${line}\n         ${actors[one.who]}: ${one.fix}` : line;
}
