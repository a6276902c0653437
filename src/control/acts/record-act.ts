/**
 * Records who gave or took access: in the transaction that does it, so that neither happens without the other. A
 * record holds names and ids, and never a secret.
 */
import { randomUUID } from 'node:crypto';
import type { ActDetail, ActKind } from '../api.ts';
import type { DbTransaction } from '../store/database.ts';

/** Who does something. Without an id: the operator of the machine, who has signed in nowhere. */
export interface Doer {
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
  await transaction
    .insertInto('acts')
    .values({
      id: randomUUID(),
      organization_id: organization,
      at,
      kind,
      by_id: by.id ?? null,
      by_name: by.name,
      subject_id: subject.id,
      subject: subject.name,
      detail: JSON.stringify(detail),
    })
    .execute();
}
