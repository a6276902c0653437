/**
 * Access keys of users. AWS returns them user by user and their last use key by key, so that an answer
 * holds as many users as its calls allow and the cursor goes on at the next one. Keys of the root
 * user are in no list.
 */
import type { AccessKeyMetadata } from '@aws-sdk/client-iam';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import type { AwsContext } from '../../access/context.ts';
import { need } from '../../access/need.ts';
import { homeRegion } from '../../access/regions.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { answerPage, type Page } from '../../paging.ts';
import { type Missing, readPart, readUnlessGone, withMissing } from '../../parts.ts';
import { type LastUse, toAccessKey } from './to-access-key.ts';

type Arguments = ArgumentsOf<'security.auditAccessKeys'>;
type Key = DataOf<'security.auditAccessKeys'>['keys'][number];

/** Calls that an answer plans with; the others are for what is tried again and for signing in. */
const plannedCalls = 17;
/** The list of a user's keys, and the last use of each of the two keys that AWS allows a user. */
const callsForUser = 3;
/** Users of one page of the vendor's: with no key each, so many fit the calls. */
const mostUsers = plannedCalls - 1;
const dayMs = 86_400_000;

export const accessKeyOperations = {
  'security.auditAccessKeys': {
    async run(args, context) {
      const missing: Missing = [];
      const audit = new Audit(context, missing, madeBefore(args, context.nowMs));
      const answer = await answerPage(
        { operation: 'security.auditAccessKeys', args, region: 'any region', what: 'users' },
        (after) => audit.readUsers(after, Math.min(args.limit, mostUsers)),
        (users) => ({ keys: users.flat(), owners: users.length }),
      );
      const { keys, owners } = answer.data;
      const because = `The read was allowed: none of these ${owners} users has such a key.`;
      return withMissing(keys.length === 0 && owners > 0 ? { ...answer, because } : answer, missing);
    },
  },
} satisfies AwsOperations<'security.auditAccessKeys'>;

function madeBefore({ olderThanDays }: Arguments, nowMs: number): number {
  return olderThanDays === undefined ? Infinity : nowMs - olderThanDays * dayMs;
}

/** The reading of one answer: knows how many calls it made, and stops asking what was denied. */
class Audit {
  readonly #context: AwsContext;
  readonly #missing: Missing;
  readonly #beforeMs: number;
  readonly #region: string;
  #calls = 0;
  #isUseDenied = false;

  constructor(context: AwsContext, missing: Missing, beforeMs: number) {
    this.#context = context;
    this.#missing = missing;
    this.#beforeMs = beforeMs;
    this.#region = homeRegion(context);
  }

  /** Of each user the keys that were asked for. `size` must be the same for every page of a list. */
  async readUsers(after: string | undefined, size: number): Promise<Page<Key[]>> {
    const { marker, skip } = parsePlace(after);
    const { names, next } = await this.#listUsers(marker, size);
    const users: Key[][] = [];
    for (const [at, name] of names.entries()) {
      if (at < skip) continue;
      if (this.#calls + callsForUser > plannedCalls) return { items: users, next: renderPlace({ marker, skip: at }) };
      users.push(await this.#readKeys(name));
    }
    return { items: users, next: next === undefined ? undefined : renderPlace({ marker: next, skip: 0 }) };
  }

  async #listUsers(marker: string | undefined, size: number): Promise<{ names: string[]; next: string | undefined }> {
    const { IAMClient: Client, ListUsersCommand } = await import('@aws-sdk/client-iam');
    const command = new ListUsersCommand({ Marker: marker, MaxItems: size });
    this.#calls += 1;
    const answer = await ask(this.#context, { call: 'iam:ListUsers', region: this.#region, Client, command });
    return {
      names: (answer.Users ?? []).map(({ UserName }) => need(UserName, 'Users[].UserName')),
      next: answer.IsTruncated === true ? need(answer.Marker, 'Marker') : undefined,
    };
  }

  async #readKeys(user: string): Promise<Key[]> {
    const keys = await this.#listKeys(user);
    const told: Key[] = [];
    for (const key of keys) {
      if (key.CreateDate !== undefined && key.CreateDate.getTime() >= this.#beforeMs) continue;
      told.push(toAccessKey(key, user, await this.#readLastUse(key)));
    }
    return told;
  }

  async #listKeys(UserName: string): Promise<readonly AccessKeyMetadata[]> {
    const { IAMClient: Client, ListAccessKeysCommand } = await import('@aws-sdk/client-iam');
    const command = new ListAccessKeysCommand({ UserName });
    this.#calls += 1;
    const answer = await readUnlessGone(this.#missing, `Keys of ${UserName}`, () =>
      ask(this.#context, { call: 'iam:ListAccessKeys', region: this.#region, Client, command }),
    );
    return answer?.AccessKeyMetadata ?? [];
  }

  /** Undefined when it was denied, or the key was deleted meanwhile. */
  async #readLastUse({ AccessKeyId }: AccessKeyMetadata): Promise<LastUse | undefined> {
    if (this.#isUseDenied) return undefined;
    const { IAMClient: Client, GetAccessKeyLastUsedCommand } = await import('@aws-sdk/client-iam');
    const command = new GetAccessKeyLastUsedCommand({ AccessKeyId });
    this.#calls += 1;
    return readUnlessGone(this.#missing, `Last use of ${AccessKeyId}`, async () => {
      const answer = await readPart(this.#missing, 'Last use of keys', () =>
        ask(this.#context, { call: 'iam:GetAccessKeyLastUsed', region: this.#region, Client, command }),
      );
      this.#isUseDenied = answer === undefined;
      return answer && { used: answer.AccessKeyLastUsed };
    });
  }
}

/** Where in the list of users an answer ended: the vendor's marker of a page, and how many of its users were read. */
interface UserPlace {
  readonly marker: string | undefined;
  readonly skip: number;
}

function renderPlace({ marker = '', skip }: UserPlace): string {
  return `${skip}:${marker}`;
}

/** @throws Fault `invalid_arguments` for what this did not render. */
function parsePlace(after: string | undefined): UserPlace {
  if (after === undefined) return { marker: undefined, skip: 0 };
  const [, skip, marker] = /^(\d{1,4}):(.*)$/su.exec(after) ?? [];
  if (skip === undefined) {
    throw new Fault('invalid_arguments', { field: 'cursor' }, 'Leave the cursor out to begin the list again.');
  }
  return { marker: marker === '' ? undefined : marker, skip: Number(skip) };
}
