/**
 * Records who gave or took access: in the transaction that does it, so that neither happens without the other. A
 * record holds names and ids, and never a secret.
 */
import { randomUUID } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActDetail, ActKind, DoerType, ActWay } from '../api/api.ts';
import type { DbTransaction } from '../store/database.ts';

/**
 * From where the work that runs now was asked for. It goes with a request through every call that it makes, so that no
 * act can be recorded without it. Outside a request it is the machine of the control plane.
 */
export interface ActOrigin {
  readonly way: ActWay;
  /** Address of the client; undefined on the machine itself. */
  readonly address: string | undefined;
}

const asking = new AsyncLocalStorage<() => ActOrigin>();

export function originOf(): ActOrigin {
  return asking.getStore()?.() ?? { way: 'machine', address: undefined };
}

/** `read` is called when an act is recorded: while a request begins it is not yet known who asks. */
export function askedFrom(read: () => ActOrigin, work: () => void): void {
  asking.run(read, work);
}

/** Who does something. Without an id: the operator of the machine, who has signed in nowhere. */
export interface Doer {
  /** Default: a person, or the operator where there is no id. */
  readonly type?: DoerType | undefined;
  readonly id?: string | undefined;
  readonly name: string;
}

/** Anybody who can read the store of the control plane. */
export const operator: Doer = { name: 'operator of the machine' };

export interface Act {
  readonly organization: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly kind: ActKind;
  readonly by: Doer;
  readonly subject: { readonly id: string; readonly name: string };
  readonly detail?: ActDetail | undefined;
}

export async function recordAct(
  transaction: DbTransaction,
  { organization, at, kind, by, subject, detail = {} }: Act,
): Promise<void> {
  const { way, address } = originOf();
  await transaction
    .insertInto('acts')
    .values({
      id: randomUUID(),
      organization_id: organization,
      at,
      kind,
      by_id: by.id ?? null,
      by_name: by.name,
      by_type: by.type ?? (by.id === undefined ? 'operator' : 'person'),
      way,
      address: address ?? null,
      subject_id: subject.id,
      subject: subject.name,
      detail: JSON.stringify(detail),
    })
    .execute();
}

/** What concerns the whole installation: one record in each organization. */
export async function recordForAll(
  transaction: DbTransaction,
  act: Omit<Act, 'organization' | 'by' | 'subject'>,
): Promise<void> {
  const rows = await transaction.selectFrom('organizations').select('id').execute();
  for (const { id } of rows) {
    await recordAct(transaction, { ...act, organization: id, by: operator, subject: { id, name: '' } });
  }
}
