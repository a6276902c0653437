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
    /** Of the person, token, link or instance. */
    subject_id: string;
    /** Its name at that time. */
    subject: string;
    /** `ActDetail` as JSON. */
    detail: string;
  };
}
