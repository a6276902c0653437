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
