/** The organizations of an installation, made and renamed on the machine of the control plane and nowhere else. */
import { randomUUID } from 'node:crypto';
import type { Secret } from '../../core/secret.ts';
import { systemClock } from '../../core/clock.ts';
import { operator, recordAct } from '../acts/record-act.ts';
import type { ActKind } from '../api/api.ts';
import { readMark } from '../clock/clock-mark.ts';
import { SteadyClock } from '../clock/steady-clock.ts';
import { type ControlConfig, parseControlConfig } from '../config/config.ts';
import { deriveAddresses } from '../config/addresses.ts';
import { Links, renderLink } from '../people/links.ts';
import { Members } from '../people/members.ts';
import {
  type Organization,
  organizationName,
  organizationNameRule,
  organizationsLock,
} from '../people/organization.ts';
import { mintOwnerLink } from '../people/owner-link.ts';
import { type DbTransaction, openStore, type Store } from '../store/database.ts';
import { completeFromLastStart, ssoOrganization } from './last-start.ts';
import { OperatorProblem } from './operator-problem.ts';
import { findOrganization } from './operator-store.ts';

export interface ListedOrganization extends Organization {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** People who were not removed. */
  readonly people: number;
}

export interface OperatorOrganizations {
  /** The address with which its first owner signs in; it works once, within a day. @throws OperatorProblem for a name that is taken or malformed. */
  create(name: string): Promise<string>;
  /** The one that was made first comes first. */
  list(): Promise<ListedOrganization[]>;
  /** @throws OperatorProblem, also when FAROL_ORGANIZATION or FAROL_SSO_ORGANIZATION names it: the next start would make the former name again. */
  rename(from: string, to: string): Promise<void>;
  close(): Promise<void>;
}

/** Reads the variables that `openOperatorStore` reads. Works beside a running control plane. @throws ConfigProblems, OperatorProblem, or why the store cannot be opened. */
export async function openOperatorOrganizations(
  env: Readonly<Record<string, string | undefined>>,
): Promise<OperatorOrganizations> {
  const settings = await completeFromLastStart(env);
  const config = parseControlConfig(settings);
  const store = await openStore(config.databaseUrl.reveal(), { clock: systemClock });
  const mark = await readMark(store.db).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const organizations = new OrganizationDesk(store, new SteadyClock(systemClock, mark?.at));
  return {
    create: async (name) => renderLink(appOf(config), await organizations.create(name)),
    list: () => organizations.list(),
    rename: (from, to) =>
      organizations.rename(from, to, {
        FAROL_ORGANIZATION: config.organization,
        FAROL_SSO_ORGANIZATION: config.sso?.organization ?? settings[ssoOrganization],
      }),
    close: () => store.close(),
  };
}

function appOf(config: ControlConfig): string {
  return deriveAddresses(config, { app: config.port, tunnel: config.tunnelPort }).app;
}

export class OrganizationDesk {
  readonly #store: Store;
  readonly #clock: SteadyClock;

  constructor(store: Store, clock: SteadyClock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the token of the link for its first owner. */
  async create(name: string): Promise<Secret> {
    requireName(name);
    const organization = { id: randomUUID(), name };
    await this.#store.exclusive(organizationsLock, async (transaction) => {
      await requireFree(transaction, name);
      const now = this.#clock.now();
      await transaction
        .insertInto('organizations')
        .values({ ...organization, created_at: now })
        .execute();
      await this.#record(transaction, 'organization_created', organization);
    });
    const people = { links: new Links(this.#store, this.#clock), members: new Members(this.#store, this.#clock) };
    return mintOwnerLink(people, organization.id);
  }

  async list(): Promise<ListedOrganization[]> {
    const rows = await this.#store.db
      .selectFrom('organizations')
      .leftJoin('people', (join) =>
        join.onRef('people.organization_id', '=', 'organizations.id').on('people.removed_at', 'is', null),
      )
      .groupBy(['organizations.id', 'organizations.name', 'organizations.created_at'])
      .orderBy('organizations.created_at')
      .orderBy('organizations.name')
      .select(['organizations.id', 'organizations.name', 'organizations.created_at'])
      .select((select) => select.fn.count<number | string>('people.id').as('people'))
      .execute();
    return rows.map(({ id, name, created_at: createdAt, people }) => ({ id, name, createdAt, people: Number(people) }));
  }

  /** `configured`: what variables of the control plane name. */
  async rename(from: string, to: string, configured: Readonly<Record<string, string | undefined>> = {}): Promise<void> {
    requireName(to);
    const [variable] = Object.keys(configured).filter((name) => configured[name] === from);
    if (variable !== undefined) {
      throw new OperatorProblem(
        `${variable} is ${from}: the next start would make an organization of that name again` +
          `${variable === 'FAROL_SSO_ORGANIZATION' ? ", and single sign-on would be that one's" : ''}. ` +
          'Remove the variable from the settings of the control plane, restart it, and rename the organization then.',
      );
    }
    const { id } = await findOrganization(this.#store, from);
    await this.#store.exclusive(organizationsLock, async (transaction) => {
      await requireFree(transaction, to);
      await transaction.updateTable('organizations').set({ name: to }).where('id', '=', id).execute();
      await this.#record(transaction, 'organization_renamed', { id, name: to });
    });
  }

  async #record(transaction: DbTransaction, kind: ActKind, subject: Organization): Promise<void> {
    await recordAct(transaction, { organization: subject.id, at: this.#clock.now(), kind, by: operator, subject });
  }
}

function requireName(name: string): void {
  if (!organizationName.test(name)) throw new OperatorProblem(`The name ${organizationNameRule}.`);
}

async function requireFree(transaction: DbTransaction, name: string): Promise<void> {
  const taken = await transaction.selectFrom('organizations').select('id').where('name', '=', name).executeTakeFirst();
  if (taken !== undefined) throw new OperatorProblem(`There is already an organization ${name}.`);
}
