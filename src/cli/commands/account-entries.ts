/** From the accounts of an organization to entries of a sources file, for review. Pure. */
import type { NamedSource } from '../../agent/connectors/sources.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

export interface EntriesInput {
  readonly accounts: readonly Account[];
  /** Settings that each entry repeats: those of the source that listed the accounts. */
  readonly settings: Readonly<Record<string, string>>;
  /** Of the identity that listed them: aws, aws-cn or aws-us-gov. */
  readonly partition: string;
  /** Name of the role in every account, with its path. */
  readonly role: string;
  readonly externalId?: string | undefined;
  /** Names of sources that there are. */
  readonly taken: readonly string[];
  /** Numbers of accounts that a source reads already. */
  readonly read: readonly string[];
}

export interface Entries {
  /** By account number. */
  readonly sources: readonly NamedSource[];
  /** Accounts without an entry, each with the reason. */
  readonly left: readonly string[];
}

const longestName = 64;
const longestAbout = 80;

export function buildAccountEntries(input: EntriesInput): Entries {
  const accounts = input.accounts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const left = accounts.flatMap(({ id, state }) => {
    if (input.read.includes(id)) return [`${id} is read already.`];
    return state === 'ACTIVE' ? [] : [`${id} is ${state}.`];
  });
  const wanted = accounts.filter(({ id, state }) => state === 'ACTIVE' && !input.read.includes(id));
  const nameOf = namesFor(wanted, input.taken);
  return { sources: wanted.map((one) => toEntry(one, nameOf(one), input)), left };
}

function toEntry(
  { id, name }: Account,
  source: string,
  { settings, partition, role, externalId }: EntriesInput,
): NamedSource {
  const {
    AWS_ASSUME_ROLE_ARN: _role,
    AWS_ASSUME_ROLE_SESSION_NAME: _session,
    AWS_ASSUME_ROLE_EXTERNAL_ID: sameId,
    ...repeated
  } = settings;
  const external = externalId ?? sameId;
  return {
    name: source,
    connector: 'aws',
    about: `${printable(name).slice(0, longestAbout - id.length - 2)}, ${id}`,
    settings: {
      ...repeated,
      AWS_ASSUME_ROLE_ARN: `arn:${partition}:iam::${id}:role/${role}`,
      ...(external !== undefined && { AWS_ASSUME_ROLE_EXTERNAL_ID: external }),
    },
  };
}

/** After the account's name; with its number where that is no name of its own. */
function namesFor(accounts: readonly Account[], taken: readonly string[]): (account: Account) => string {
  const plain = new Map(accounts.map(({ id, name }) => [id, `aws-${slugOf(name)}`.slice(0, longestName)]));
  const all = [...plain.values(), ...taken];
  return ({ id }) => {
    const name = plain.get(id) ?? '';
    const isOwn = name !== 'aws-' && all.filter((one) => one === name).length === 1;
    return isOwn ? name : `${name.slice(0, longestName - id.length - 1)}-${id}`.replaceAll('--', '-');
  };
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');
}

function printable(name: string): string {
  return name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
