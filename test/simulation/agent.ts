/** An Agent in a simulated world: its operation gate and its journal of writes over a disk that forgets. */
import type { AuditEntry } from '../../src/agent/audit/audit-log.ts';
import { OperationGate } from '../../src/agent/gate/operation-gate.ts';
import { agentJournalName, WriteJournal } from '../../src/agent/writes/write-journal.ts';
import { Redactor } from '../../src/core/redact.ts';
import type { CommandName } from '../../src/tunnel/messages.ts';
import type { CommandHandlers } from '../../src/tunnel/port.ts';
import { silentLog } from './tunnel/silent-log.ts';
import { thingsCatalog } from '../writes/things.ts';
import type { Bugs } from './bugs.ts';
import { folder, Instance, type InstanceWorld, type Run } from './instance.ts';
import { simulatedHost } from './simulated-host.ts';
import type { ThirdParty } from './third-party.ts';

export interface AgentWorld extends InstanceWorld {
  readonly bugs: Bugs;
  readonly thirdParty: ThirdParty;
  /** A command has reached its handler. */
  readonly onRun: (requestId: string) => void;
}

const redactor = new Redactor();
const allowed = new Set(['things.add']);

export class Agent extends Instance {
  readonly #world: AgentWorld;

  constructor(world: AgentWorld, name: string) {
    super(world, name, 'agent');
    this.#world = world;
  }

  protected async open(run: Run): Promise<Partial<CommandHandlers<CommandName>>> {
    const { thirdParty, bugs, onRun } = this.#world;
    const { clock } = run;
    const operationGate = new OperationGate({
      catalog: thingsCatalog,
      instance: this.name,
      allowed,
      hosts: [simulatedHost({ clock, thirdParty, bugs })],
      audit: this.#audit(run),
      journal: bugs.noJournal ? withoutJournal : this.#journal(run),
      redactor,
      clock,
      log: silentLog,
    });
    return {
      'operation.run': (question, { signal }) => {
        onRun(question.request_id);
        return operationGate.run(question, { signal });
      },
    };
  }

  protected opened(): void {
    // An Agent that is live has nothing else to do.
  }

  #journal({ clock, disk, slow }: Run): WriteJournal {
    return new WriteJournal({
      file: `${folder}/${agentJournalName}`,
      clock,
      log: silentLog,
      disk,
      openToAppend: (file) => this.disk.openToAppend(file, slow, this.#world.bugs.journalNotSynced),
    });
  }

  /** A record that cannot be written withholds the answer; its content is of no interest here. */
  #audit({ slow }: Run): { ready(): Promise<void>; append(entry: AuditEntry): Promise<void> } {
    return {
      ready: () => Promise.resolve(),
      append: async () => {
        await slow();
        if (this.disk.fault !== undefined && this.world.random.chance(0.2)) {
          throw Object.assign(new Error(this.disk.fault), { code: this.disk.fault });
        }
      },
    };
  }
}

const nothing = (): Promise<void> => Promise.resolve();
const withoutJournal = { claim: () => Promise.resolve({ send: nothing, end: nothing }) };
