/** One thing that was checked: the finding and, if there is a problem, who must act and how. */
import type { FaultRule } from '../../core/fault.ts';
import type { BootProblem } from '../boot/judge-boot.ts';

export type Area = 'configuration' | 'secrets' | 'gate' | 'identity' | 'audit' | 'network' | 'clock' | 'connectors';

/** `operator` runs this Agent, `control_plane` the other side; the rest as faults say it. */
export type Actor = FaultRule['who'] | 'control_plane';

interface Seen {
  readonly area: Area;
  /** What was checked: a variable, a file, a host, a health check. */
  readonly subject: string;
  readonly says: string;
}

export interface Well extends Seen {
  readonly status: 'ok' | 'skipped';
}

export interface Unwell extends Seen {
  /** A `problem` keeps something from working; a `warning` costs something or soon will. */
  readonly status: 'warning' | 'problem';
  readonly who: Actor;
  readonly fix: string;
}

export type Diagnosis = Well | Unwell;

export function diagnoseBoot(status: Unwell['status'], { code, cause, cost, fix }: BootProblem): Diagnosis {
  const area = gateCodes.has(code) ? 'gate' : 'configuration';
  return { area, subject: code, status, says: `${cause}. Cost: ${cost}.`, who: 'operator', fix };
}

const gateCodes = new Set(['allow_file', 'lock_file', 'inert_operations']);
