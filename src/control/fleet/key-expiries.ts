/** What of certificates and keys ends within 30 days, and which instances of an organization an end leaves behind. */
import { X509Certificate } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { splitCertificates } from '../../core/pem-certificates.ts';
import { keyHash } from '../../tunnel/enrolment-messages.ts';
import type { FleetExpiry, InstanceDetail } from '../api/api.ts';
import { livingOf, selectKeys } from '../keys/key-custody.ts';
import { authorityKind, commandKind } from '../keys/key-kinds.ts';
import type { Store } from '../store/database.ts';
import type { ServerTls } from '../tls/server-tls.ts';

/** Which end an instance slept through. */
export type Stranded = 'authority' | 'command_key';

export interface KeyOutlook {
  /** The first end first. */
  readonly expiries: readonly FleetExpiry[];
  /** By instance id. */
  readonly stranded: ReadonlyMap<string, Stranded>;
}

export interface KeyExpirySources {
  readonly store: Store;
  readonly tls: Pick<ServerTls, 'endings' | 'caPem'>;
  readonly clock: Clock;
}

export class KeyExpiries {
  readonly #sources: KeyExpirySources;

  constructor(sources: KeyExpirySources) {
    this.#sources = sources;
  }

  async read(organization: string): Promise<KeyOutlook> {
    const { store, tls } = this.#sources;
    const certificates = tls.endings().map(({ what, at }): FleetExpiry => ({ what, ends_at: timeOf(at), waiting: [] }));
    const rows = await store.db
      .selectFrom('instances')
      .select(['instance', 'command_key', 'authority'])
      .where('organization_id', '=', organization)
      .where('revoked_at', 'is', null)
      .orderBy('instance')
      .execute();
    const [authority, command] = [await this.#readAuthority(rows), await this.#readCommandKey(rows)];
    const expiries = [...certificates, ...authority.expiries, ...command.expiries];
    return {
      expiries: expiries.toSorted((a, b) => (a.ends_at < b.ends_at ? -1 : 1)),
      // Without the authority it does not come as far as the command key.
      stranded: new Map([...command.stranded, ...authority.stranded]),
    };
  }

  /** Undefined when the organization has no such instance. */
  async identityOf(organization: string, instance: string): Promise<InstanceDetail['identity'] | undefined> {
    const row = await this.#sources.store.db
      .selectFrom('instances')
      .select(['public_key', 'command_key', 'authority'])
      .where('organization_id', '=', organization)
      .where('instance', '=', instance)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { db } = this.#sources.store;
    const [authorities, commands] = [await selectKeys(db, authorityKind), await selectKeys(db, commandKind)];
    const current = (keys: typeof authorities) => keys.find(({ state }) => state === 'current');
    // One that never said what it holds has what was in force when it enrolled.
    const hasAuthority = authorities.length <= 1 || row.authority === current(authorities)?.fingerprint;
    const hasCommandKey =
      row.command_key === null ? commands.length <= 1 : row.command_key === current(commands)?.public_part;
    const [authority] = splitCertificates(this.#sources.tls.caPem() ?? '');
    return {
      key_sha256: keyHash(row.public_key),
      command_key: hasCommandKey ? 'current' : 'replaced',
      ...(authority !== undefined && {
        authority: hasAuthority ? 'current' : 'replaced',
        authority_ends_at: new X509Certificate(authority).validToDate.toISOString(),
      }),
    };
  }

  /** Browsers and pipelines confirm nothing: the end of an authority is shown to its last day. */
  async #readAuthority(rows: readonly InstanceRow[]): Promise<KeyOutlook> {
    const keys = await selectKeys(this.#sources.store.db, authorityKind);
    const current = keys.find(({ state }) => state === 'current');
    const waiting = rows.filter(({ authority }) => keys.length > 1 && authority !== current?.fingerprint);
    const end = livingOf(keys, this.#sources.clock.now()).find(({ state }) => state === 'retiring')?.retires_at;
    return toOutlook(waiting, { what: 'authority_change', stranded: 'authority', end });
  }

  async #readCommandKey(rows: readonly InstanceRow[]): Promise<KeyOutlook> {
    const keys = await selectKeys(this.#sources.store.db, commandKind);
    const current = keys.find(({ state }) => state === 'current')?.public_part;
    const waiting = rows.filter(({ command_key }) => command_key !== null && command_key !== current);
    const end = livingOf(keys, this.#sources.clock.now()).find(({ state }) => state === 'retiring')?.retires_at;
    if (waiting.length === 0) return nothing;
    return toOutlook(waiting, { what: 'command_key_change', stranded: 'command_key', end });
  }
}

interface InstanceRow {
  readonly instance: string;
  readonly command_key: string | null;
  readonly authority: string | null;
}

const nothing: KeyOutlook = { expiries: [], stranded: new Map() };

function toOutlook(
  waiting: readonly InstanceRow[],
  of: { readonly what: FleetExpiry['what']; readonly stranded: Stranded; readonly end: number | null | undefined },
): KeyOutlook {
  const names = waiting.map(({ instance }) => instance);
  if (of.end === null || of.end === undefined) {
    return { expiries: [], stranded: new Map(names.map((name) => [name, of.stranded])) };
  }
  return { expiries: [{ what: of.what, ends_at: timeOf(of.end), waiting: names }], stranded: new Map() };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
