/** Tables of what happened: acts, questions, those that were saved, and the markers of pipelines. */
/** What people and the operator did that gives or takes access. */
export interface ActTables {
  acts: {
    id: string;
    organization_id: string;
    at: number;
    /** One of `ActKind`. */
    kind: string;
    /** Null for the operator of the machine. */
    by_id: string | null;
    by_name: string;
    /** One of `DoerType`. Null in a record of an older version: a person, or the operator. */
    by_type?: string | null;
    /** One of `ActWay`. Null in a record of an older version. */
    way?: string | null;
    /** Of the client. Null on the machine itself, and in a record of an older version. */
    address?: string | null;
    /** Of the person, token, link or instance. */
    subject_id: string;
    /** Its name at that time. */
    subject: string;
    /** `ActDetail` as JSON. */
    detail: string;
  };
}

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

/** Questions that people saved, to ask them again. */
export interface SavedQuestionTables {
  saved_questions: {
    id: string;
    organization_id: string;
    person_id: string;
    name: string;
    operation: string;
    /** As JSON. */
    args: string;
    source: string | null;
    instance: string | null;
    /** The organization sees it, else the person alone. */
    is_shared: number;
    saved_at: number;
  };
}

/** Deploys and incidents of workloads. */
export interface MarkerTables {
  markers: {
    id: string;
    organization_id: string;
    kind: 'deploy' | 'incident';
    workload: string;
    /** Empty without one. */
    env: string;
    /** The caller's; one marker for each kind, workload, env and key. */
    key: string;
    /** Of a deploy. */
    version: string | null;
    title: string | null;
    /** https; never fetched. */
    url: string | null;
    started_at: number;
    /** Null of an incident: it is open. */
    ended_at: number | null;
    recorded_at: number;
    token_id: string;
    /** At that time. */
    token_name: string;
  };
}
