/** What is left of captures that retention removed. */
export interface RetentionTables {
  removed_captures: {
    id: string;
    organization_id: string;
    workload: string;
    version: string;
    env: string;
    /** Its outcome. */
    status: 'pushed' | 'nothing_to_push' | 'failed';
    requested_at: number;
    removed_at: number;
    reason: 'age' | 'size';
    /** What the limit was then: days, or gigabytes. */
    limit_value: number;
  };
  /** How many records of an organization were removed because of their age, since it was first counted. */
  removed_records: {
    organization_id: string;
    record: 'act' | 'question';
    count: number;
    /** Everything earlier is gone. */
    before: number;
    removed_at: number;
  };
}
