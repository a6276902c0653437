/** One thing that was checked: the finding and, if there is a problem, who must act and how. */
import type { FaultRule } from '../../core/fault.ts';

export type Area =
  | 'configuration'
  | 'secrets'
  | 'gate'
  | 'identity'
  | 'audit'
  | 'network'
  | 'clock'
  | 'connectors'
  | 'boot'
  | 'targets'
  | 'store'
  | 'certificate';

/** `operator` runs this machine, `control_plane` the other side, `admin` decides in the organization; the rest as faults say it. */
export type Actor = FaultRule['who'] | 'control_plane' | 'admin';

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
