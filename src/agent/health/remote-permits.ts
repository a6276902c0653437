import type { CallPermits } from '../connectors/call-limits.ts';
import type { FromWorker } from './health-messages.ts';

/** Places for calls, asked of the Agent: it counts the calls of its questions and of its checks together. */
export class RemotePermits {
  readonly #say: (message: FromWorker) => void;
  readonly #waiting = new Map<number, () => void>();
  #last = 0;

  constructor(say: (message: FromWorker) => void) {
    this.#say = say;
  }

  of(source: string): CallPermits {
    return {
      withPermit: async (run) => {
        const turn = (this.#last += 1);
        await new Promise<void>((resolve) => {
          this.#waiting.set(turn, resolve);
          this.#say({ say: 'wait', turn, source });
        });
        try {
          return await run();
        } finally {
          this.#say({ say: 'over', turn });
        }
      },
    };
  }

  /** The Agent gave a place. */
  give(turn: number): void {
    this.#waiting.get(turn)?.();
    this.#waiting.delete(turn);
  }
}
