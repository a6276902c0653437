/** What a measure works with; what it starts is ended when it is over, however it ends. */
import type { Narrator } from '../demo/narrator.ts';
import type { Workspace } from '../demo/workspace.ts';

export interface Bench {
  readonly repository: string;
  readonly workspace: Workspace;
  readonly narrator: Narrator;
  readonly repeat: number;
  readonly windowSec: number;
  /** Of a soak, or for how long replicas are killed in turn; each has a length of its own otherwise. */
  readonly minutes: number | undefined;
  /** Simulated ones of the fleet. */
  readonly instances: number;
  readonly big: boolean;
  readonly axes: boolean;
  /** Part of the names of the attacks that are wanted. */
  readonly attack: string;
  /** Aborts when the person at the terminal ends the run. */
  readonly signal: AbortSignal;
  readonly onStarted: (stop: () => void | Promise<void>) => void;
}
