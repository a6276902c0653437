/** The statements that run with each command for another replica. */
import { sql } from 'kysely';
import type { Store } from '../store/database.ts';
import { prepare } from '../store/prepared.ts';
import { withSignal, storeTime } from './shared-statements.ts';

export type RelayStatements = ReturnType<typeof prepareRelay>;

/** `now`: milliseconds since the epoch, as this process says; see `storeTime`. `word`: what the other replica hears. */
export function prepareRelay(store: Pick<Store, 'dialect'>) {
  return {
    addCommand: prepare((db, of: Added) =>
      withSignal(
        store,
        sql<{ id: string }>`${db
          .insertInto('relayed_commands')
          .values({
            id: of.id,
            from_replica: of.from,
            to_replica: of.to,
            organization_id: of.organization,
            instance: of.instance,
            epoch: of.epoch,
            name: of.name,
            request: of.request,
            deadline: sql<number>`${storeTime(store, of.now)} + cast(${of.timeoutMs} as bigint)`,
            state: 'asked',
            answer: null,
            error_code: null,
            error_message: null,
          })
          .returning('id')}`,
        of.word,
      ),
    ),
    takeCommands: prepare((db, of: { readonly to: string; readonly now: number }) =>
      db
        .updateTable('relayed_commands')
        .set({ state: 'running' })
        .where('to_replica', '=', of.to)
        .where('state', '=', 'asked')
        .where('deadline', '>', storeTime(store, of.now))
        .returning(['id', 'from_replica', 'organization_id', 'instance', 'epoch', 'name', 'request'])
        .returning(sql<number>`deadline - ${storeTime(store, of.now)}`.as('left_ms')),
    ),
    answerCommand: prepare((db, of: Answered) =>
      withSignal(
        store,
        sql<{ id: string }>`${db
          .updateTable('relayed_commands')
          .set({ state: 'answered', answer: of.answer, error_code: of.code, error_message: of.message })
          .where('id', '=', of.id)
          .where('to_replica', '=', of.to)
          .where('state', '=', 'running')
          .returning('id')}`,
        of.word,
      ),
    ),
    removeCommand: prepare((db, of: { readonly id: string; readonly from: string }) =>
      db
        .deleteFrom('relayed_commands')
        .where('id', '=', of.id)
        .where('from_replica', '=', of.from)
        .returning(['state', 'answer', 'error_code', 'error_message']),
    ),
  };
}

interface Added {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly organization: string;
  readonly instance: string;
  readonly epoch: number;
  readonly name: string;
  readonly request: string;
  readonly timeoutMs: number;
  readonly now: number;
  readonly word: string;
}

interface Answered {
  readonly id: string;
  readonly to: string;
  readonly answer: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly word: string;
}
