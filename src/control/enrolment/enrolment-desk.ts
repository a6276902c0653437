/**
 * Lets instances in. Whether the organization takes this class at all comes before everything, the
 * token included; then the token, the proof of the key, and the name of the instance. What one
 * enrolment changes is one transaction, in which no other of the organization runs.
 */
import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import {
  type EnrolBegin,
  type EnrolChallenge,
  type EnrolFinish,
  type Enrolled,
  enrolmentBytes,
} from '../../tunnel/enrolment-messages.ts';
import { verifyEd25519 } from '../../tunnel/identity/key-pair.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import { fromBase64Url, type Random, systemRandom, toBase64Url } from '../../tunnel/session/ports.ts';
import type { Db, DbTransaction, Store } from '../store/database.ts';
import { recordAct } from '../acts/record-act.ts';
import { neverConnected, selectInstance, stateOf } from '../fleet/instance-store.ts';
import type { InstanceTables } from '../store/instance-tables.ts';
import { parseBootstrapToken, verifyBootstrapToken } from './bootstrap-tokens.ts';
import { type EnrolmentRefusalCode, refuseEnrolment } from './enrolment-problem.ts';

export interface EnrolmentDeskOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random?: Random;
  /** Base64url of the raw key that signs commands now; instances pin it. */
  readonly commandKey: () => string;
  readonly isClassAllowed: (organization: string, instanceClass: InstanceClass) => Promise<boolean>;
}

type TokenRow = Selectable<InstanceTables['bootstrap_tokens']>;
type ChallengeRow = Selectable<InstanceTables['enrolment_challenges']>;
type Subject = Pick<EnrolBegin, 'class' | 'instance' | 'public_key'>;
/** A refusal is returned, not thrown, inside a transaction: what was written before it is committed. */
type Outcome<T> = T | { readonly refused: EnrolmentRefusalCode };

const challengeSec = 120;
const repeatMs = 600_000;
const maxOpenChallenges = 500;

export class EnrolmentDesk {
  readonly #options: EnrolmentDeskOptions;
  readonly #random: Random;
  readonly #now: () => number;

  constructor(options: EnrolmentDeskOptions) {
    this.#options = options;
    this.#random = options.random ?? systemRandom;
    this.#now = () => options.clock.now();
  }

  /** Id of the organization. @throws ApiProblem 403, the same for an unknown one and for a class it has not enabled. */
  async admit(tenant: string, instanceClass: InstanceClass): Promise<string> {
    const found = await this.#options.store.db
      .selectFrom('organizations')
      .select('id')
      .where('name', '=', tenant)
      .executeTakeFirst();
    const isAllowed = found !== undefined && (await this.#options.isClassAllowed(found.id, instanceClass));
    if (!isAllowed) throw refuseEnrolment('not_enabled');
    return found.id;
  }

  /** @throws ApiProblem 401, 409 or 429. */
  async begin(organization: string, request: EnrolBegin): Promise<EnrolChallenge> {
    // One read refuses a wrong token: only who holds a genuine one makes others of the organization wait.
    const genuine = await this.#findToken(this.#options.store.db, organization, request);
    if ('refused' in genuine) throw refuseEnrolment(genuine.refused);
    const challenge = toBase64Url(this.#random.bytes(32));
    const result = await this.#inTransaction(organization, async (db) => {
      const token = await this.#findToken(db, organization, request);
      if ('refused' in token) return token;
      const refused =
        (await this.#judgeToken(db, token, request.public_key)) ?? (await judgeName(db, organization, request));
      if (refused !== undefined) return { refused };
      return this.#openChallenge(db, { token, request, challenge });
    });
    if ('refused' in result) throw refuseEnrolment(result.refused);
    return { challenge, expires_in_sec: challengeSec };
  }

  /** @throws ApiProblem 401 or 409. A challenge is used up whatever comes of it. */
  async finish(organization: string, proof: EnrolFinish): Promise<Enrolled> {
    const open = await this.#findChallenge(this.#options.store.db, organization, proof);
    if ('refused' in open) throw refuseEnrolment(open.refused);
    const commandKey = this.#options.commandKey();
    const result = await this.#inTransaction(organization, async (db) => {
      const challenge = await this.#takeChallenge(db, organization, proof);
      if ('refused' in challenge) return challenge;
      if (!verifyEd25519(proof.public_key, enrolmentBytes(proof), fromBase64Url(proof.signature))) {
        return { refused: 'signature_invalid' as const };
      }
      const token = await db
        .selectFrom('bootstrap_tokens')
        .selectAll()
        .where('id', '=', challenge.token_id)
        .executeTakeFirstOrThrow();
      const refused =
        (await this.#judgeToken(db, token, proof.public_key)) ?? (await judgeName(db, organization, proof));
      if (refused !== undefined) return { refused };
      await this.#spendToken(db, token, proof.public_key);
      return { enrolledAt: await this.#writeInstance(db, { organization, proof, token, commandKey }) };
    });
    if ('refused' in result) throw refuseEnrolment(result.refused);
    return {
      organization,
      instance: proof.instance,
      class: proof.class,
      command_key: commandKey,
      enrolled_at: new Date(result.enrolledAt).toISOString(),
    };
  }

  #inTransaction<T>(organization: string, work: (db: DbTransaction) => Promise<T>): Promise<T> {
    return this.#options.store.exclusive(`enrolment ${organization}`, work);
  }

  async #findToken(db: Db | DbTransaction, organization: string, request: EnrolBegin): Promise<Outcome<TokenRow>> {
    const id = parseBootstrapToken(request.token);
    if (id === undefined) return { refused: 'token_invalid' };
    const row = await db.selectFrom('bootstrap_tokens').selectAll().where('id', '=', id).executeTakeFirst();
    const isGenuine = verifyBootstrapToken(request.token, row?.hash);
    if (row === undefined || !isGenuine || row.organization_id !== organization) return { refused: 'token_invalid' };
    return row.class === request.class ? row : { refused: 'token_other_class' };
  }

  /** The key that a token let in is let in again for ten minutes: its instance may have missed the answer. */
  async #judgeToken(db: DbTransaction, token: TokenRow, publicKey: string): Promise<EnrolmentRefusalCode | undefined> {
    const now = this.#now();
    if (token.revoked_at !== null) return 'token_revoked';
    if (token.expired_at !== null) return 'token_expired';
    if (token.expires_at <= now) {
      await db.updateTable('bootstrap_tokens').set({ expired_at: now }).where('id', '=', token.id).execute();
      return 'token_expired';
    }
    if (token.uses_left > 0) return undefined;
    return (await this.#isRepeat(db, token, publicKey)) ? undefined : 'token_spent';
  }

  async #isRepeat(db: DbTransaction, token: TokenRow, publicKey: string): Promise<boolean> {
    const use = await db
      .selectFrom('bootstrap_token_uses')
      .select('used_at')
      .where('token_id', '=', token.id)
      .where('public_key', '=', publicKey)
      .executeTakeFirst();
    return use !== undefined && use.used_at + repeatMs > this.#now();
  }

  async #openChallenge(
    db: DbTransaction,
    { token, request, challenge }: { token: TokenRow; request: EnrolBegin; challenge: string },
  ): Promise<Outcome<object>> {
    const now = this.#now();
    await db.deleteFrom('enrolment_challenges').where('expires_at', '<=', now).execute();
    const { open } = await db
      .selectFrom('enrolment_challenges')
      .where('token_id', '=', token.id)
      .select((row) => row.fn.countAll<number | string>().as('open'))
      .executeTakeFirstOrThrow();
    if (Number(open) >= maxOpenChallenges) return { refused: 'too_many_attempts' };
    await db
      .insertInto('enrolment_challenges')
      .values({
        hash: sha256(challenge),
        token_id: token.id,
        organization_id: token.organization_id,
        class: request.class,
        instance: request.instance,
        public_key: request.public_key,
        expires_at: now + challengeSec * 1000,
        used_at: null,
      })
      .execute();
    return {};
  }

  async #findChallenge(
    db: Db | DbTransaction,
    organization: string,
    proof: EnrolFinish,
  ): Promise<Outcome<ChallengeRow>> {
    const row = await db
      .selectFrom('enrolment_challenges')
      .selectAll()
      .where('hash', '=', sha256(proof.challenge))
      .executeTakeFirst();
    const isFor =
      row?.organization_id === organization &&
      row.class === proof.class &&
      row.instance === proof.instance &&
      row.public_key === proof.public_key;
    if (!isFor || row.used_at !== null || row.expires_at <= this.#now()) return { refused: 'challenge_invalid' };
    return row;
  }

  /** A used challenge stays until it would have expired, so that a replay finds it used. */
  async #takeChallenge(db: DbTransaction, organization: string, proof: EnrolFinish): Promise<Outcome<ChallengeRow>> {
    const row = await this.#findChallenge(db, organization, proof);
    if ('refused' in row) return row;
    await db.updateTable('enrolment_challenges').set({ used_at: this.#now() }).where('hash', '=', row.hash).execute();
    return row;
  }

  async #spendToken(db: DbTransaction, token: TokenRow, publicKey: string): Promise<void> {
    const now = this.#now();
    if (await this.#isRepeat(db, token, publicKey)) return;
    await db
      .updateTable('bootstrap_tokens')
      .set({ uses_left: token.uses_left - 1, last_used_at: now })
      .where('id', '=', token.id)
      .execute();
    await db
      .insertInto('bootstrap_token_uses')
      .values({ token_id: token.id, public_key: publicKey, used_at: now })
      .onConflict((conflict) => conflict.columns(['token_id', 'public_key']).doUpdateSet({ used_at: now }))
      .execute();
  }

  /** When it was enrolled: an instance that missed the first answer gets the first time again. */
  async #writeInstance(
    db: DbTransaction,
    {
      organization,
      proof,
      token,
      commandKey,
    }: { organization: string; proof: EnrolFinish; token: TokenRow; commandKey: string },
  ): Promise<number> {
    const known = await selectInstance(db, { organization, instance: proof.instance });
    const isSame = known !== undefined && isSameInstance(known, proof);
    if (isSame && stateOf(known) === 'active') {
      // It missed the first answer and pins the key of this one.
      await db
        .updateTable('instances')
        .set({ command_key: commandKey, authority: null })
        .where('organization_id', '=', organization)
        .where('instance', '=', proof.instance)
        .execute();
      return known.enrolled_at;
    }
    const fresh = {
      class: proof.class,
      public_key: proof.public_key,
      // Larger than the one before, whatever the clock says: it distinguishes this enrolment from the earlier one.
      enrolled_at: Math.max(this.#now(), (known?.enrolled_at ?? 0) + 1),
      token_id: token.id,
      ...neverConnected,
      command_key: commandKey,
    };
    await db
      .insertInto('instances')
      .values({ organization_id: organization, instance: proof.instance, ...fresh })
      .onConflict((conflict) => conflict.columns(['organization_id', 'instance']).doUpdateSet(fresh))
      .execute();
    await recordAct(db, {
      organization,
      at: this.#now(),
      kind: 'instance_enrolled',
      by: { type: 'token', id: token.id, name: token.name },
      subject: { id: proof.instance, name: proof.instance },
      detail: { class: proof.class },
    });
    return fresh.enrolled_at;
  }
}

/** A name that is taken stays taken, until an admin lets one other key in. */
async function judgeName(
  db: DbTransaction,
  organization: string,
  subject: Subject,
): Promise<EnrolmentRefusalCode | undefined> {
  const known = await selectInstance(db, { organization, instance: subject.instance });
  if (known === undefined || known.reenrolment_allowed === 1) return undefined;
  return isSameInstance(known, subject) && stateOf(known) === 'active' ? undefined : 'instance_exists';
}

function isSameInstance(known: { class: string; public_key: string }, subject: Subject): boolean {
  return known.class === subject.class && known.public_key === subject.public_key;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
