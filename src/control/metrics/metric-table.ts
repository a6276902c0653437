/**
 * Every measurement of the control plane, once: from here come what is served, the reference page, the alert rules and
 * the dashboard. Labels come from closed sets (route templates, states, classes): never an id, a name or anything a
 * caller chose.
 */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Of a histogram: upper bounds, in the unit of the name. */
  readonly buckets?: readonly number[];
  /** A series exists only after something happened, or only in some installations. */
  readonly isSometimesAbsent?: true;
}

export const metricTable = {
  build: {
    type: 'gauge',
    name: 'farol_build_info',
    help: 'Always 1, with the version of this process.',
    labels: ['version'],
  },
  ready: {
    type: 'gauge',
    name: 'farol_ready',
    help: 'Whether /readyz answers 200: 1 or 0.',
    labels: [],
  },
  storeUp: {
    type: 'gauge',
    name: 'farol_store_up',
    help: 'Whether the store answered this scrape: 1 or 0. While it is 0, captures and enrolled instances have no series.',
    labels: [],
  },
  liveInstances: {
    type: 'gauge',
    name: 'farol_live_instances',
    help: 'Instances with a live tunnel to this process, by class.',
    labels: ['class'],
  },
  enrolledInstances: {
    type: 'gauge',
    name: 'farol_enrolled_instances',
    help: 'Instances in the store that are enrolled and not revoked, by class; the same at every replica.',
    labels: ['class'],
  },
  sessionsEnded: {
    type: 'counter',
    name: 'farol_tunnel_sessions_ended_total',
    help: 'Tunnel sessions that this process ended, by code.',
    labels: ['code'],
  },
  handshakesRejected: {
    type: 'counter',
    name: 'farol_tunnel_handshakes_rejected_total',
    help: 'Requests at the tunnel port that were rejected before a session began, by reason.',
    labels: ['reason'],
    isSometimesAbsent: true,
  },
  auditGaps: {
    type: 'counter',
    name: 'farol_audit_gaps_total',
    help: 'Health reports after which the audit log of an Agent did not continue from its last anchor.',
    labels: [],
  },
  operations: {
    type: 'counter',
    name: 'farol_operations_total',
    help: 'Operations that an Agent answered, by result: ok or the kind of fault.',
    labels: ['result'],
  },
  operationDuration: {
    type: 'histogram',
    name: 'farol_operation_duration_seconds',
    help: 'Time from sending an operation to an Agent to its checked answer.',
    labels: [],
    buckets: [0.05, 0.2, 0.5, 1, 2, 5, 10, 20, 40, 80],
  },
  operationsUnanswered: {
    type: 'counter',
    name: 'farol_operations_unanswered_total',
    help: 'Operations without an answer, by code: no Agent could be asked, or its answer was lost or unreadable.',
    labels: ['code'],
    isSometimesAbsent: true,
  },
  requests: {
    type: 'histogram',
    name: 'farol_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labels: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    isSometimesAbsent: true,
  },
  signIns: {
    type: 'counter',
    name: 'farol_sign_ins_total',
    help: 'Attempts to sign in, by result.',
    labels: ['result'],
  },
  captures: {
    type: 'gauge',
    name: 'farol_captures',
    help: 'Capture requests in the store, by status: queued, running or the outcome; the same at every replica.',
    labels: ['status'],
  },
  oldestQueued: {
    type: 'gauge',
    name: 'farol_oldest_queued_capture_age_seconds',
    help: 'Since when the oldest capture request waits for a Profiler; 0 when none waits.',
    labels: [],
  },
  eventStreams: {
    type: 'gauge',
    name: 'farol_event_streams',
    help: 'Pages with live updates open.',
    labels: [],
  },
  connections: {
    type: 'gauge',
    name: 'farol_connections',
    help: 'Open connections, by port and by whether the peer has proved who it is.',
    labels: ['port', 'peer'],
  },
  connectionsCut: {
    type: 'counter',
    name: 'farol_connections_cut_total',
    help: 'Connections that were cut, by port and reason.',
    labels: ['port', 'reason'],
  },
  dataAvailable: {
    type: 'gauge',
    name: 'farol_data_directory_available_bytes',
    help: 'Free space for this user on the file system of FAROL_DATA_DIR.',
    labels: [],
  },
  dataSize: {
    type: 'gauge',
    name: 'farol_data_directory_size_bytes',
    help: 'Size of the file system of FAROL_DATA_DIR.',
    labels: [],
  },
  retentionDone: {
    type: 'gauge',
    name: 'farol_retention_last_success_timestamp_seconds',
    help: 'When this process last finished a run of retention, in Unix time; 0 before the first.',
    labels: [],
  },
  certificateEnd: {
    type: 'gauge',
    name: 'farol_certificate_expiry_timestamp_seconds',
    help: 'When a certificate that this process serves ends, in Unix time.',
    labels: ['certificate'],
  },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricKey = keyof typeof metricTable;
