/**
 * Whether the organization allows Profilers: a grant of kernel privilege, so every change is recorded
 * with who made it and when. The last change is the setting; none means disabled.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { recordAct } from '../acts/record-act.ts';
import type { ProfilerChange, ProfilerSetting } from '../api/api.ts';
import type { Db, Store } from '../store/database.ts';

export interface Changer {
  readonly id: string;
  readonly name: string;
}

export class ProfilerSettings {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async read(organization: string): Promise<ProfilerSetting> {
    const [last] = await this.history(organization, 1);
    return last ?? { enabled: false };
  }

  /** Returns the setting and whether this call changed it: saying again what holds already is not an act. */
  async change(
    organization: string,
    enabled: boolean,
    by: Changer,
  ): Promise<{ setting: ProfilerSetting; changed: boolean }> {
    return this.#store.exclusive(`profiler setting ${organization}`, async (transaction) => {
      const [last] = await readHistory(transaction, organization, 1);
      if ((last?.enabled ?? false) === enabled) return { setting: last ?? { enabled: false }, changed: false };
      // Later than the last one even when the clock was set back: the newest row is the setting.
      const changedAt = Math.max(this.#clock.now(), last === undefined ? 0 : Date.parse(last.changed_at) + 1);
      await transaction
        .insertInto('profiler_changes')
        .values({
          id: randomUUID(),
          organization_id: organization,
          enabled: enabled ? 1 : 0,
          changed_by_id: by.id,
          changed_by: by.name,
          changed_at: changedAt,
        })
        .execute();
      await recordAct(transaction, {
        organization,
        at: changedAt,
        kind: enabled ? 'profiler_enabled' : 'profiler_disabled',
        by,
        subject: { id: organization, name: '' },
      });
      const setting = { enabled, changed_by: by.name, changed_at: new Date(changedAt).toISOString() };
      return { setting, changed: true };
    });
  }

  /** Organizations that allow Profilers. */
  async listEnabled(): Promise<ReadonlySet<string>> {
    const rows = await this.#store.db
      .selectFrom('profiler_changes as last')
      .select('organization_id')
      .where('enabled', '=', 1)
      .where((last) => {
        const later = last
          .selectFrom('profiler_changes as later')
          .select('later.id')
          .whereRef('later.organization_id', '=', 'last.organization_id')
          .whereRef('later.changed_at', '>', 'last.changed_at');
        return last.not(last.exists(later));
      })
      .execute();
    return new Set(rows.map((row) => row.organization_id));
  }

  /** Newest first. */
  async history(organization: string, limit: number): Promise<ProfilerChange[]> {
    return readHistory(this.#store.db, organization, limit);
  }
}

/** Reads the setting as one transaction sees it. */
export async function isProfilerEnabled(db: Db, organization: string): Promise<boolean> {
  const [last] = await readHistory(db, organization, 1);
  return last?.enabled ?? false;
}

async function readHistory(db: Db, organization: string, limit: number): Promise<ProfilerChange[]> {
  const rows = await db
    .selectFrom('profiler_changes')
    .selectAll()
    .where('organization_id', '=', organization)
    .orderBy('changed_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    enabled: row.enabled === 1,
    changed_by: row.changed_by,
    changed_at: new Date(row.changed_at).toISOString(),
  }));
}
