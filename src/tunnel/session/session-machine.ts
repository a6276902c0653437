/** Drives one end of a session by its table: looks up the cell, changes the phase, then has the action done. */
import type { Cell, Table } from './session-state.ts';

export interface Trigger {
  readonly t: string;
  /** Why this end closes, for the cells that end with the code they are given. */
  readonly code?: string;
}

interface SessionActions<Action extends string, Given extends Trigger> {
  /** Each gets the trigger, and the one by which the phase began that it came in. */
  readonly actions: { readonly [A in Action]: (trigger: never, began: never) => void };
  /** A frame of a live session. */
  readonly exchange: (trigger: never) => void;
  readonly close: (code: string, trigger: Given) => void;
}

export class SessionMachine<Phase extends string, Action extends string, Given extends Trigger> {
  readonly #table: Table<Phase | 'ended', Action, Given['t']>;
  readonly #does: SessionActions<Action, Given>;
  #phase: Phase | 'ended';
  #began: Given | undefined;

  constructor(table: Table<Phase | 'ended', Action, Given['t']>, first: Phase, does: SessionActions<Action, Given>) {
    this.#table = table;
    this.#does = does;
    this.#phase = first;
  }

  get phase(): Phase | 'ended' {
    return this.#phase;
  }

  on(trigger: Given): void {
    const cell: Cell<Phase | 'ended', Action> = this.#table[this.#phase][trigger.t as Given['t']];
    if ('ignored' in cell) return;
    if ('impossible' in cell) {
      throw new Error(`"${trigger.t}" came to a session that is ${this.#phase}. ${cell.impossible}`);
    }
    // The table pairs each trigger with its action, which the compiler cannot follow through the index.
    if ('link' in cell) return this.#does.exchange(trigger as never);
    if ('end' in cell) {
      this.#phase = 'ended';
      return this.#does.close(trigger.code ?? cell.end, trigger);
    }
    const began = this.#began;
    if (cell.next !== this.#phase) {
      this.#phase = cell.next;
      this.#began = trigger;
    }
    this.#does.actions[cell.action](trigger as never, began as never);
  }
}
