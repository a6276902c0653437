/** Stores the last health report of each instance, so that the Fleet page shows that of an offline one too. */
import type { Clock } from '../../core/clock.ts';
import { type AuditAnchor, HealthReport } from '../../tunnel/messages.ts';
import type { Db } from '../store/database.ts';

export class HealthReports {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /**
   * Replaces the earlier report of the instance. Returns the anchor of its audit log that the earlier one
   * had, when the log does not go on from there: records were cut, or the log is another one.
   */
  async keep(
    from: { organization: string; instance: string },
    report: HealthReport,
  ): Promise<{ readonly cutFrom?: AuditAnchor }> {
    const { audit: seen } = (await this.#read(from)) ?? {};
    const stored = { received_at: this.#clock.now(), report: JSON.stringify(report) };
    await this.#db
      .insertInto('health_reports')
      .values({ organization_id: from.organization, instance: from.instance, ...stored })
      .onConflict((conflict) => conflict.columns(['organization_id', 'instance']).doUpdateSet(stored))
      .execute();
    return seen !== undefined && report.audit !== undefined && isBehind(report.audit, seen) ? { cutFrom: seen } : {};
  }

  async #read({
    organization,
    instance,
  }: {
    organization: string;
    instance: string;
  }): Promise<HealthReport | undefined> {
    const row = await this.#db
      .selectFrom('health_reports')
      .select('report')
      .where('organization_id', '=', organization)
      .where('instance', '=', instance)
      .executeTakeFirst();
    return row === undefined ? undefined : HealthReport.safeParse(JSON.parse(row.report)).data;
  }

  /**
   * By instance id, of all instances or of one. A report that an older version stored in another shape, or that is
   * damaged, is left out: the next one replaces it.
   */
  async read(organization: string, of?: string): Promise<ReadonlyMap<string, HealthReport>> {
    const rows = await this.#db
      .selectFrom('health_reports')
      .select(['instance', 'report'])
      .where('organization_id', '=', organization)
      .$if(of !== undefined, (query) => query.where('instance', '=', of ?? ''))
      .execute();
    return new Map(
      rows.flatMap(({ instance, report }) => {
        const parsed = parseReport(report);
        return parsed === undefined ? [] : [[instance, parsed] as const];
      }),
    );
  }
}

function parseReport(text: string): HealthReport | undefined {
  try {
    return HealthReport.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function isBehind(anchor: AuditAnchor, seen: AuditAnchor): boolean {
  return anchor.seq < seen.seq || (anchor.seq === seen.seq && anchor.hash !== seen.hash);
}
