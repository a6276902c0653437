/**
 * Tables that the processes on one store share. Times are milliseconds of the store's own clock where a
 * lease depends on them, because the clocks of two processes differ.
 */
export interface ReplicaTables {
  /** One row for each running process. */
  replicas: { id: string; started_at: number; lease_until: number };
  /** The last session of each instance. Not removed at its end, so that epochs never repeat. */
  tunnel_owners: {
    organization_id: string;
    instance: string;
    replica_id: string;
    /** One more with each session. */
    epoch: number;
    class: 'agent' | 'profiler';
    enrolled_at: number;
    generation: number;
    versions: string;
    catalog_digest: string | null;
    targets: number | null;
    since: number;
    /** Null while the session is live and its replica has a lease. */
    released_at: number | null;
    /** 1 when the replica went away rather than the instance: it is expected elsewhere. */
    is_moving: number;
  };
  /** Commands on their way to the replica that holds the tunnel. Deleted with the answer; never logged by PostgreSQL. */
  relayed_commands: {
    id: string;
    from_replica: string;
    to_replica: string;
    organization_id: string;
    instance: string;
    epoch: number;
    name: string;
    /** JSON text. */
    request: string;
    deadline: number;
    /** Only a `running` one may have reached the instance. */
    state: 'asked' | 'running' | 'answered';
    answer: string | null;
    error_code: string | null;
    error_message: string | null;
  };
  /** What each Profiler was offered, in which session, and that it declined. */
  capture_offers: {
    request_id: string;
    instance: string;
    epoch: number;
    state: 'asked' | 'declined';
    reason_code: string | null;
    reason_text: string | null;
    updated_at: number;
  };
  /** One row for each Idempotency-Key of a person. */
  asked_operations: {
    organization_id: string;
    /** Of a person, or of a token with `token:` before it. */
    person_id: string;
    key: string;
    /** Of what was asked: the same key must come with the same question. */
    digest: string;
    /** The process that runs it. */
    replica_id: string;
    asked_at: number;
    /** Null until it was answered. */
    status: number | null;
    /** Null when the answer was too large to be stored. */
    body: string | null;
    body_bytes: number;
  };
  /** Which Agent a write was sent to: only its journal knows whether it was done. */
  write_agents: {
    organization_id: string;
    /** Digest of operation and idempotency key. */
    write: string;
    instance: string;
    asked_at: number;
  };
}
