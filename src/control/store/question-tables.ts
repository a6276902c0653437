/** Who asked which operation. Of arguments there is only a digest. */
export interface QuestionTables {
  questions: {
    /** Of the request. */
    id: string;
    organization_id: string;
    asked_at: number;
    by_type: 'person' | 'token';
    by_id: string;
    /** At that time. */
    by_name: string;
    /** One of `QuestionVia`, or one that a newer version knows. */
    via: string;
    operation: string;
    /** Null for a name that is not in the catalog of this control plane. */
    access: 'read' | 'write' | null;
    /** Null for arguments that the catalog does not accept, and for those that were not read. */
    arguments_digest: string | null;
    source: string | null;
    instance: string | null;
    /** `ok`, the code of the refusal, or `unknown` for a write that was sent and has not ended. */
    outcome: string;
    duration_ms: number | null;
    upstream_calls: number | null;
    row_count: number | null;
    /** Of the client. Null in a record of an older version. */
    address: string | null;
  };
}
