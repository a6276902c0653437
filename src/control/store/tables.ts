/**
 * Every table of the control plane. Times are milliseconds since the epoch, flags are 0 or 1 and
 * documents are JSON text, so that both stores hold the same values.
 */
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { ActTables, QuestionTables, MarkerTables, SavedQuestionTables } from './record-tables.ts';
import type { HealthTables, InstanceTables } from './instance-tables.ts';
import type { PasskeyTables, SsoTables } from './sign-in-tables.ts';
import type { ReplicaTables } from './replica-tables.ts';
import type { RetentionTables } from './retention-tables.ts';

export interface Tables
  extends
    PeopleTables,
    PasskeyTables,
    SsoTables,
    ActTables,
    QuestionTables,
    SavedQuestionTables,
    MarkerTables,
    TokenTables,
    CaptureTables,
    InstanceTables,
    HealthTables,
    RetentionTables,
    KeyTables,
    ReplicaTables {
  /** `is_compatible`: a version that does not know this migration can work with the store all the same. `version` applied it. */
  schema_migrations: { id: string; applied_at: number; is_compatible: number; version: string };
  organizations: { id: string; name: string; created_at: number };
  /** One row. */
  clock_mark: { id: number; at: number; jumped_at: number | null };
}

export interface PeopleTables {
  /** Removal keeps the row: records name who asked. */
  people: {
    id: string;
    organization_id: string;
    name: string;
    role: 'owner' | 'admin' | 'member';
    created_at: number;
    removed_at: number | null;
    /** Who made the invitation; null for one made on the machine. */
    invited_by_id: string | null;
    /** Null for somebody who was never here. */
    last_seen_at: ColumnType<number | null, number | null | undefined>;
  };
  sessions: {
    hash: string;
    person_id: string;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
    /** `link`, `passkey` or `sso`, or one that a newer version knows; null before versions that record it. */
    way: ColumnType<string | null, string | null | undefined>;
    /** `DeviceWords` as JSON; null where the browser is not known. */
    device: ColumnType<string | null, string | null | undefined>;
    /** The passkey by which it began, which may open other organizations; null for a link. */
    passkey_id: ColumnType<string | null, string | null | undefined>;
  };
  one_time_links: {
    id: string;
    hash: string;
    organization_id: string;
    /** The person to sign in; null makes a new one. */
    person_id: string | null;
    name: string;
    role: 'owner' | 'admin' | 'member';
    created_by: string;
    /** Null for a link made on the machine. */
    created_by_id: string | null;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    withdrawn_at: number | null;
  };
  /** The history of a deliberate act; the newest row is the setting. */
  profiler_changes: {
    id: string;
    organization_id: string;
    enabled: number;
    changed_by_id: string;
    changed_by: string;
    changed_at: number;
  };
}

export interface TokenTables {
  access_tokens: {
    id: string;
    organization_id: string;
    kind: 'capture' | 'read' | 'mcp' | 'incident';
    name: string;
    hash: string;
    created_by: string;
    /** Null for a token made on the machine. */
    created_by_id: string | null;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
    /** Words of `token-scopes.ts` as JSON; null for none. */
    scopes: ColumnType<string | null, string | null | undefined>;
    /** Id of the token that it was rotated to; it ends by its expiry. */
    replaced_by: ColumnType<string | null, string | null | undefined>;
  };
}

export interface CaptureTables {
  capture_requests: {
    id: string;
    organization_id: string;
    workload: string;
    version: string;
    env: string;
    kind: 'head' | 'replicate';
    duration_sec: number;
    warmup_sec: number;
    /** What was deployed, by digest; null where the caller did not say. */
    image: string | null;
    requested_by_type: 'token' | 'person';
    requested_by: string;
    /** Of a person; null for a token. */
    requested_by_id: string | null;
    requested_at: number;
    status: 'queued' | 'pushed' | 'nothing_to_push' | 'failed';
    /** Since when at least one Profiler measures; null while waiting. */
    running_since: number | null;
    phase: string | null;
    reason_code: string | null;
    reason_text: string | null;
    finished_at: number | null;
    recorded: number;
  };
  /** One row for each Profiler that took the request. */
  capture_instances: {
    request_id: string;
    instance: string;
    taken_at: number;
    outcome: 'pushed' | 'nothing_to_push' | 'failed' | null;
    reason_code: string | null;
    reason_text: string | null;
    probes: string | null;
    collector: string | null;
    bundle_id: string | null;
    /** Kubernetes namespace of the target, where its target list names one. */
    namespace: string | null;
    finished_at: number | null;
  };
  /** Bundles as they arrived: gzip of canonical JSON, keyed by the SHA-256 of that JSON. */
  bundles: {
    organization_id: string;
    id: string;
    bytes: Uint8Array;
    stored_at: number;
    /** Of `bytes`, computed by the store. */
    size: GeneratedAlways<number>;
  };
  /**
   * How often comparisons of captures of one version were wrong, under the newest of them. Removed with its bundle by the
   * store.
   */
  own_counts: {
    organization_id: string;
    bundle_id: string;
    /** Version of the judgement that counted; what another one counted is counted again. */
    judgement: number;
    /** SHA-256 of the list of captures and what else they were counted by. */
    captures: string;
    /** JSON. */
    counts: string;
  };
  /** What comparisons read of a bundle, made when it arrives or when it is first compared. Removed with it by the store. */
  capture_vectors: {
    organization_id: string;
    bundle_id: string;
    /** Version of what `bytes` hold; one of another version is made again. */
    format: number;
    bytes: Uint8Array;
    /** Of `bytes`, computed by the store. */
    size: GeneratedAlways<number>;
  };
}

/** The keys of this control plane and facts of the store itself. */
export interface KeyTables {
  control_keys: {
    purpose: 'authority' | 'command';
    /** SHA-256 in lower-case hex: of the raw command key, or of the authority's public key as SubjectPublicKeyInfo. */
    fingerprint: string;
    /** Base64url of the raw command key, or the authority's certificate in PEM. */
    public_part: string;
    /** The private half, encrypted with FAROL_STORE_KEY; null while it is a file of the data directory, or destroyed. */
    sealed: string | null;
    /** At most one of each purpose is `current`; `retiring` still signs for instances that pin it. */
    state: 'current' | 'retiring' | 'retired';
    created_at: number;
    /** When a retiring key stops signing; null for the current one. */
    retires_at: number | null;
  };
  /** `store_id`: random, created with the store and included in backups; ties encrypted keys to it. */
  store_facts: { name: string; value: string };
}
