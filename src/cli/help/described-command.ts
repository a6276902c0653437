/** What the help reads of a command. */
import type { Command } from 'commander';

/** A heading below the options, and its rows. */
export interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [term: string, description: string])[];
}

export interface DescribedCommand extends Command {
  /** `farol capture wait` */
  readonly path: string;
  readonly children: readonly DescribedCommand[];
  /** Whether it does something when no command below it is named. */
  readonly isRunnable: boolean;
  readonly sections: readonly Section[];
  /** Command lines, each as it is typed. */
  readonly exampleLines: readonly string[];
}
