/** What a setup is asked for, and what the answers lead to, for every program. */
import type { ConnectionOptions } from './answers/ask-connection.ts';
import type { InstanceOptions } from './answers/ask-instance.ts';
import type { Installation } from './plan/plan-install.ts';
import type { Place } from './render-outcome.ts';

export interface SetupOptions extends ConnectionOptions, InstanceOptions {
  readonly target?: readonly string[];
  readonly print?: true;
}

export interface Prepared {
  readonly installation: Installation;
  /** One line about what was set up: who it is and where it belongs. */
  readonly identity: string;
  readonly places: readonly Place[];
  /** After it works: what else is to be written, and what a person does next. */
  readonly finish: () => readonly string[];
}
