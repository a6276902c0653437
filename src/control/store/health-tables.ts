/** The last health report of each instance, as JSON text. */
export interface HealthTables {
  health_reports: {
    organization_id: string;
    instance: string;
    received_at: number;
    report: string;
    /** JSON of a `ReportSummary`; null, or of another time than `received_at`, where another release stored the report. */
    summary: string | null;
  };
}
