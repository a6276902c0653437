/** An instance that runs what it is asked and reports it until it is acknowledged; its volume can be copied, and its bugs be seeded. */
import type { Disk } from '../../../src/tunnel/identity/disk.ts';
import type { CommandName } from '../../../src/tunnel/messages.ts';
import type { CommandHandlers } from '../../../src/tunnel/port.ts';
import { CommandGuard, type MakeGuard } from '../../../src/tunnel/session/command.ts';
import { Instance, type InstanceWorld, type Run } from '../instance.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { NodeClock } from './virtual-time.ts';

export interface InstanceBugs {
  /** The instance does not remember which commands it has seen. */
  readonly noNonceMemory: boolean;
  /** The identity is written in place instead of beside and renamed. */
  readonly writesInPlace: boolean;
}

export interface NodeWorld extends InstanceWorld {
  readonly bugs: InstanceBugs;
  /** A command runs. */
  onRun(commandId: string): void;
}

export class InstanceNode extends Instance {
  /** Outcomes that the control plane has not acknowledged; they outlive a crash. */
  readonly unreported = new Set<string>();
  override slowestStepMs = 200;
  readonly #world: NodeWorld;

  constructor(world: NodeWorld, name: string, disk?: MemoryDisk) {
    super(world, name, 'profiler', disk);
    this.#world = world;
  }

  get isStopped(): boolean {
    return this.client?.state().state === 'stopped';
  }

  protected override mount(slow: () => Promise<void>): Disk {
    const disk = super.mount(slow);
    return this.#world.bugs.writesInPlace ? inPlace(disk) : disk;
  }

  protected override makeGuard(): MakeGuard {
    return this.#world.bugs.noNonceMemory ? makeForgetfulGuard : super.makeGuard();
  }

  protected async open({ slow }: Run): Promise<Partial<CommandHandlers<CommandName>>> {
    return {
      'capture.start': async (request) => {
        this.#world.onRun(request.request_id);
        await slow();
        this.unreported.add(request.request_id);
        void this.#reportAll();
        return { answer: 'taken', processes: 1 };
      },
    };
  }

  protected opened({ clock }: Run): void {
    this.#reportRegularly(clock);
  }

  #reportRegularly(clock: NodeClock): void {
    clock.after(7_000, () => {
      void this.#reportAll();
      this.#reportRegularly(clock);
    });
  }

  /** At least once: what was not acknowledged is sent again. */
  async #reportAll(): Promise<void> {
    const { client } = this;
    for (const id of this.unreported) {
      const outcome = { request_id: id, outcome: 'failed', reason: { code: 'simulated', text: 'x' } } as const;
      // A report that fails stays in the set, which is all there is to do about it.
      await client?.report('capture.outcome', outcome, { timeoutMs: 5_000 }).then(
        () => this.unreported.delete(id),
        () => false,
      );
    }
  }
}

const makeForgetfulGuard: MakeGuard = (address, by) => ({
  admit: (request) => new CommandGuard(address, by).admit(request),
});

function inPlace(disk: Disk): Disk {
  return {
    ...disk,
    create: (path, mode) => disk.create(path.replace(/\.new$/u, ''), mode),
    rename: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
}
