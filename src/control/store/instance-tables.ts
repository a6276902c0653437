/** Tables of enrolled instances, bootstrap tokens and enrolments under way. */
export interface InstanceTables {
  instances: {
    organization_id: string;
    instance: string;
    class: 'agent' | 'profiler';
    /** Base64url of the raw Ed25519 key. */
    public_key: string;
    enrolled_at: number;
    /** The bootstrap token it enrolled with. */
    token_id: string;
    revoked_at: number | null;
    /** Set when two processes used its identity. */
    locked_at: number | null;
    /** One enrolment with another key is let in. */
    reenrolment_allowed: number;
    /** The last generation that was claimed; 0 for none. */
    generation: number;
    /** Null once the instance said that it committed `generation`. */
    uncommitted_lineage: string | null;
    claimed_at: number | null;
    /** JSON of names and versions, as it said when it last connected. */
    versions: string;
    catalog_digest: string | null;
    targets: number | null;
    last_seen_at: number | null;
    /** The command key it pins, base64url; null when it enrolled before the store knew keys, and so pins the oldest. */
    command_key: string | null;
    /** Fingerprint of the authority that it confirmed it trusts; null when it was never asked. */
    authority: string | null;
  };
  bootstrap_tokens: {
    id: string;
    organization_id: string;
    class: 'agent' | 'profiler';
    name: string;
    hash: string;
    uses_left: number;
    created_by: string;
    /** Null for a token made on the machine. */
    created_by_id: string | null;
    created_at: number;
    expires_at: number;
    /** Set once it was seen to be over, so that a clock set back does not bring it to life. */
    expired_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
  };
  /** Which key a token let in, and when: the same key is let in again for a while. */
  bootstrap_token_uses: { token_id: string; public_key: string; used_at: number };
  enrolment_challenges: {
    /** SHA-256 of the challenge. */
    hash: string;
    token_id: string;
    organization_id: string;
    class: 'agent' | 'profiler';
    instance: string;
    public_key: string;
    expires_at: number;
    used_at: number | null;
  };
}

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
