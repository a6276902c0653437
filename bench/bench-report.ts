/** What a measure hands back: samples with their unit, beside the samples of a peer where one exists. Never a verdict. */

export const measureNames = [
  'gate',
  'guard',
  'start',
  'collector',
  'targets',
  'size',
  'overhead',
  'syscall',
  'message',
  'switch',
  'completeness',
  'agent',
  'hostile',
  'soak',
  'fleet',
  'compare',
] as const;
export type MeasureName = (typeof measureNames)[number];

export type Unit =
  | 'ns'
  | 'µs'
  | 'ms'
  | 's'
  | 'MiB'
  | 'MiB/h'
  | 'KiB'
  | '%'
  | '% of a core'
  | 'stacks'
  | 'probes'
  | 'runs'
  | 'descriptors'
  | 'answers';

export interface Peer {
  readonly name: string;
  /** One for each sample of the row, taken beside it. */
  readonly samples: readonly number[];
}

export interface Row {
  readonly name: string;
  readonly unit: Unit;
  readonly samples: readonly number[];
  /** What it is meant to be at most, in the same unit; printed beside it and never judged. */
  readonly goal?: number;
  /** Undefined where nothing does the same job. */
  readonly peer?: Peer | undefined;
}

/** Something that could not be measured here, so that a short table never passes for a whole one. */
export interface Unmeasured {
  readonly name: string;
  readonly why: string;
}

export interface Findings {
  /** Why the measure ended before its time; its rows are those until then. */
  readonly failure?: string;
  readonly rows: readonly Row[];
  readonly unmeasured: readonly Unmeasured[];
}

export interface MeasuredRow extends Row {
  readonly measure: MeasureName;
}

export interface Machine {
  readonly cpu: string;
  readonly cpus: number;
  readonly memory_mib: number;
  readonly kernel: string;
  readonly node: string;
  /** One-minute load average before the first measure: other work on the machine shows here. */
  readonly load_before: number;
}

export interface BenchReport {
  readonly machine: Machine;
  readonly repeat: number;
  readonly window_sec: number;
  readonly seconds: number;
  readonly rows: readonly MeasuredRow[];
  readonly unmeasured: readonly (Unmeasured & { readonly measure: MeasureName })[];
}
