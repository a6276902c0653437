/** Stores the last health report of each instance, so that the Fleet page shows that of an offline one too. */
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { type AuditAnchor, HealthReport } from '../../tunnel/messages.ts';
import type { Db } from '../store/database.ts';
import { ReportSummary, summarizeReport } from './summarize-report.ts';

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
    const now = this.#clock.now();
    const summary = JSON.stringify({ of: now, ...summarizeReport(report) } satisfies StoredSummary);
    const stored = { received_at: now, report: JSON.stringify(report), summary };
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

  /** By instance id, of all instances. Whole reports are read only where no summary of them is stored. */
  async summaries(organization: string): Promise<ReadonlyMap<string, ReportSummary>> {
    const rows = await this.#db
      .selectFrom('health_reports')
      .select(['instance', 'received_at', 'summary'])
      .where('organization_id', '=', organization)
      .execute();
    const found = new Map<string, ReportSummary>();
    const missing: string[] = [];
    for (const { instance, received_at: at, summary } of rows) {
      const stored = parseSummary(summary);
      // Another release that replaced the report left the summary of the one before.
      if (stored?.of === at) found.set(instance, { connectors: stored.connectors, ...pickFirst(stored) });
      else missing.push(instance);
    }
    for (const instance of missing) {
      const report = (await this.read(organization, instance)).get(instance);
      if (report !== undefined) found.set(instance, summarizeReport(report));
    }
    return found;
  }
}

/** `of`: when the report that it summarizes was received. */
const StoredSummary = ReportSummary.extend({ of: z.number() });
type StoredSummary = z.infer<typeof StoredSummary>;

function parseSummary(text: string | null): StoredSummary | undefined {
  if (text === null) return undefined;
  try {
    return StoredSummary.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function pickFirst({ first }: ReportSummary): Pick<ReportSummary, 'first'> {
  return first === undefined ? {} : { first };
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
