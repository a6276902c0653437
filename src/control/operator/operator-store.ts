/**
 * What the operator of the machine may do without being signed in, on the store itself: tokens and a
 * new owner link. Works beside a running control plane.
 */
import { sleep, systemClock } from '../../core/clock.ts';
import { readVersion } from '../../core/version.ts';
import { deriveAddresses } from '../config/addresses.ts';
import { operator } from '../acts/record-act.ts';
import type { TokenCreated, TokenKind, TokenView } from '../api/api.ts';
import { readMark } from '../clock/clock-mark.ts';
import { type ClockReset, resetClock } from './reset-clock.ts';
import { SteadyClock } from '../clock/steady-clock.ts';
import { type ControlConfig, parseControlConfig } from '../config/config.ts';
import type { InstanceClass } from '../../tunnel/messages.ts';
import { BootstrapTokenStore } from '../enrolment/bootstrap-tokens.ts';
import { selectKeys } from '../keys/key-custody.ts';
import { authorityKind } from '../keys/key-kinds.ts';
import { completeFromLastStart } from './last-start.ts';
import { OperatorProblem } from './operator-problem.ts';
import { Links, renderLink } from '../people/links.ts';
import { type Member, Members } from '../people/members.ts';
import { findFirstOrganization, type Organization } from '../people/organization.ts';
import { mintOwnerLink, OwnerLinkFile } from '../people/owner-link.ts';
import { openStore, type Store } from '../store/database.ts';
import { AccessTokens } from '../tokens/access-tokens.ts';
import { createToken, listTokens, revokeToken, rotateToken } from '../tokens/token-catalog.ts';

export interface OperatorStore {
  createToken(token: OperatorToken): Promise<TokenCreated>;
  listTokens(): Promise<TokenView[]>;
  /** Undefined when there is no such token. @throws ApiProblem */
  rotateToken(id: string, overlapHours: number): Promise<TokenCreated | undefined>;
  /** False when there is no such token. */
  revokeToken(id: string): Promise<boolean>;
  /** The whole address. `owner`: name of the owner to sign in; default: who joined first. Earlier links of this kind stop working. @throws OperatorProblem */
  mintOwnerLink(owner?: string): Promise<string>;
  /** Whether an instance can still enrol with the bootstrap token of this id. */
  canEnrol(id: string): Promise<boolean>;
  /** Classes of which an instance is enrolled and not revoked. */
  listEnrolledClasses(): Promise<InstanceClass[]>;
  /** PEM of the own authority; undefined with certificate files of the operator. */
  readonly caPem: string | undefined;
  close(): Promise<void>;
}

export interface OperatorToken {
  readonly kind: TokenKind;
  readonly name: string;
  readonly class?: InstanceClass;
  readonly expires_in_hours?: number;
  readonly uses?: number;
  readonly scopes?: readonly string[];
}

/** Reads the same FAROL_ variables as the control plane; what is not set is as at its last start. `named`: another organization than that of FAROL_ORGANIZATION. @throws ConfigProblems, OperatorProblem, or why the store cannot be opened. */
export async function openOperatorStore(
  env: Readonly<Record<string, string | undefined>>,
  named?: string,
): Promise<OperatorStore> {
  const config = parseControlConfig(await completeFromLastStart(env));
  const store = await openStore(config.databaseUrl.reveal(), { clock: systemClock });
  const closing = async (error: unknown): Promise<never> => {
    await store.close();
    throw error;
  };
  const organization = await findOrganization(store, named ?? config.organization).catch(closing);
  const mark = await readMark(store.db).catch(closing);
  const clock = new SteadyClock(systemClock, mark?.at);
  const caPem = await readCaPem(store, config).catch(closing);
  const addresses = deriveAddresses(config, { app: config.port, tunnel: config.tunnelPort });
  const deps = {
    access: new AccessTokens(store.db, clock),
    bootstrap: new BootstrapTokenStore(store, clock),
    addresses: () => ({ enrollUrl: addresses.enroll, tunnelUrl: addresses.tunnel, caPem }),
    delivery: { version: readVersion(), registry: config.imageRegistry },
  };
  return {
    createToken: (token) => createToken(deps, { ...token, organization, createdBy: operator.name }),
    listTokens: () => listTokens(deps, organization.id),
    rotateToken: (id, overlapHours) =>
      rotateToken(deps, { organization: organization.id, id, by: operator, overlapHours }),
    revokeToken: (id) => revokeToken(deps, organization.id, { id }),
    mintOwnerLink: async (owner) => {
      const people = { links: new Links(store, clock), members: new Members(store, clock) };
      const chosen = owner === undefined ? undefined : await findOwner(people.members, organization, owner);
      const link = renderLink(addresses.app, await mintOwnerLink(people, organization.id, chosen));
      // The one of the first start has just stopped working; it is of the organization of the first start.
      if (named === undefined) await new OwnerLinkFile(config.dataDir).remove();
      return link;
    },
    canEnrol: async (id) => (await listTokens(deps, organization.id)).some((one) => one.id === id && works(one, clock)),
    listEnrolledClasses: () => listEnrolledClasses(store, organization),
    caPem,
    close: () => store.close(),
  };
}

function works({ revoked_at, expires_at, uses_left }: TokenView, clock: SteadyClock): boolean {
  const isOver = expires_at !== undefined && Date.parse(expires_at) <= clock.now();
  return revoked_at === undefined && uses_left !== 0 && !isOver;
}

async function listEnrolledClasses({ db }: Store, { id }: Organization): Promise<InstanceClass[]> {
  const rows = await db
    .selectFrom('instances')
    .select('class')
    .distinct()
    .where('organization_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.map((row) => row.class);
}

/** Sets the time of the store back to the clock of this machine. Takes some seconds, in which it sees whether a control plane runs. */
export async function resetStoreClock(env: Readonly<Record<string, string | undefined>>): Promise<ClockReset> {
  const store = await openStore(parseControlConfig(env).databaseUrl.reveal(), { clock: systemClock });
  try {
    return await resetClock(store, systemClock, (ms) => sleep(systemClock, ms));
  } finally {
    await store.close();
  }
}

async function findOwner(members: Members, { id, name }: Organization, wanted: string): Promise<Member> {
  const owners = await members.listOwners(id);
  const found = owners.filter((one) => one.name === wanted || one.id === wanted);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const known = owners.map((one) => `${one.name} (${one.id})`).join(', ');
  if (found.length > 1) throw new OperatorProblem(`Several owners are named ${wanted}. Name one by its id: ${known}.`);
  throw new OperatorProblem(
    `${name} has no owner ${wanted}. ${known === '' ? 'It has none yet.' : `It has: ${known}.`}`,
  );
}

/** Only finds: a mistyped name must not create an empty organization. */
export async function findOrganization(store: Store, name: string | undefined): Promise<Organization> {
  const all = await store.db.selectFrom('organizations').select(['id', 'name']).orderBy('name').execute();
  const found = name === undefined ? await findFirstOrganization(store) : all.find((one) => one.name === name);
  if (found !== undefined) return found;
  if (all.length === 0) throw new OperatorProblem('No control plane has been started on this store yet.');
  const known = all.map((one) => one.name).join(', ');
  throw new OperatorProblem(`This store has no organization ${name}. It has: ${known}.`);
}

/** Undefined with certificate files of the operator, whose authority this program does not know, and before the first start. */
async function readCaPem(store: Store, { tlsFiles }: ControlConfig): Promise<string | undefined> {
  if (tlsFiles !== undefined) return undefined;
  const rows = await selectKeys(store.db, authorityKind);
  // As ca.pem of a running control plane has it: while the authority changes, the one before still issues.
  const [current, before] = (['current', 'retiring'] as const).map((wanted) =>
    rows.find(({ state }) => state === wanted),
  );
  return current === undefined ? undefined : `${current.public_part}${before?.public_part ?? ''}`;
}
