/** The alerts of the control plane: when each fires, and what its operator does. */
import { actorWords, faultTable } from '../../../src/core/fault.ts';
import { job, names } from './names.ts';

export interface AlertRule {
  readonly name: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: 'critical' | 'warning';
  readonly summary: string;
  readonly action: string;
  /** File and heading that say more. */
  readonly documentation: string;
}

const runIt = 'docs/guides/run-it.md';
const troubleshooting = 'docs/reference/troubleshooting.md';
const ofJob = `{job="${job}"}`;

/** Faults that a caller causes are answers; the others need somebody to act. */
export const callersFaults = Object.entries(faultTable)
  .filter(([, { who }]) => who === 'caller')
  .map(([kind]) => kind);
const failed = `${names.operations}{result!~"${['ok', ...callersFaults].join('|')}"}`;

export const alertRules: readonly AlertRule[] = [
  {
    name: 'FarolDown',
    expr: `absent(up${ofJob} == 1)`,
    for: '2m',
    severity: 'critical',
    summary: 'No control plane can be scraped.',
    action:
      'Check that the process runs and read the last lines of its log. If it runs, check FAROL_METRICS_HOST, FAROL_METRICS_PORT and the way from Prometheus to that port.',
    documentation: `${troubleshooting}#farol-control`,
  },
  {
    name: 'FarolReplicaDown',
    expr: `up${ofJob} == 0`,
    for: '5m',
    severity: 'warning',
    summary: 'The replica {{ $labels.instance }} cannot be scraped.',
    action: 'Check that the process runs and read the last lines of its log. Instances reconnect to other replicas.',
    documentation: `${runIt}#several-replicas-and-the-keys-they-share`,
  },
  {
    name: 'FarolStoreDown',
    expr: `${names.storeUp} == 0`,
    for: '2m',
    severity: 'critical',
    summary: 'The store does not answer {{ $labels.instance }}.',
    action:
      'Restore the database, its connections or its disk. Sign-ins, enrolments and captures fail until it answers; the log names the error.',
    documentation: `${troubleshooting}#in-the-log-of-the-control-plane`,
  },
  {
    name: 'FarolNotReady',
    expr: `${names.ready} == 0 and ${names.storeUp} == 1`,
    for: '5m',
    severity: 'critical',
    summary: '{{ $labels.instance }} has a store and does not serve tunnels.',
    action:
      'Read its log: it lost its lease to another process with its identity, or its tunnel port is closed. Restart it if it does not recover.',
    documentation: `${runIt}#several-replicas-and-the-keys-they-share`,
  },
  {
    name: 'FarolNoInstanceConnected',
    expr: `(sum by (class) (${names.liveInstances}) == 0) and (max by (class) (${names.enrolledInstances}) > 0)`,
    for: '5m',
    severity: 'critical',
    summary: 'No {{ $labels.class }} is connected, although some are enrolled.',
    action:
      'Check the tunnel port, its certificate and the way of the instances to it: this is seldom the fault of all instances at once.',
    documentation: `${troubleshooting}#in-the-log-of-an-agent-or-profiler-about-its-connection`,
  },
  {
    name: 'FarolInstancesMissing',
    expr: `(sum by (class) (${names.liveInstances}) < max by (class) (${names.enrolledInstances})) and (sum by (class) (${names.liveInstances}) > 0)`,
    for: '30m',
    severity: 'warning',
    summary: 'Only {{ $value }} of the enrolled instances of the class {{ $labels.class }} are connected.',
    action: 'The Fleet page names those that are offline and says why. Revoke those that do not exist any more.',
    documentation: `${troubleshooting}#codes-with-which-a-session-ends`,
  },
  {
    name: 'FarolOperationsFailing',
    expr: `sum(rate(${failed}[15m])) / sum(rate(${names.operations}[15m])) > 0.2 and sum(increase(${failed}[15m])) > 5`,
    for: '10m',
    severity: 'warning',
    summary: '{{ $value | humanizePercentage }} of the operations end in a fault that the caller did not cause.',
    action: `The panel of results has the kinds. Each names who acts: ${actorWords.operator} for a credential, permission or address; for the others the remedy says what to wait for.`,
    documentation: `${troubleshooting}#an-operation-or-a-check-ends-in-a-fault`,
  },
  {
    name: 'FarolOperationsUnanswered',
    expr: `sum by (code) (increase(${names.operationsUnanswered}{code!="unknown_instance"}[15m])) > 5`,
    for: '10m',
    severity: 'warning',
    summary: 'Operations get no answer: {{ $labels.code }}.',
    action: 'With no_live_agent connect an Agent. Otherwise read the log of the Agents under the request ids.',
    documentation: `${troubleshooting}#the-control-plane-refuses`,
  },
  {
    name: 'FarolOperationsSlow',
    expr: `histogram_quantile(0.95, sum by (le) (rate(${names.operationDuration}_bucket[15m]))) > 20`,
    for: '15m',
    severity: 'warning',
    summary: 'One operation in twenty takes longer than {{ $value | humanizeDuration }}.',
    action:
      'Compare with the time of the connected systems. If they are fast, check the processor of the Agents and the network between.',
    documentation: `${troubleshooting}#in-the-log-of-an-agent`,
  },
  {
    name: 'FarolHttpErrors',
    expr: `sum(rate(${names.requests}_count{status=~"5..",route!="/readyz",route!="/api/operations/:name"}[10m])) / sum(rate(${names.requests}_count[10m])) > 0.05`,
    for: '10m',
    severity: 'warning',
    summary: '{{ $value | humanizePercentage }} of the HTTP requests fail in the control plane.',
    action: 'The log has each with its request id and cause. The panel of responses has the status and route.',
    documentation: `${troubleshooting}#the-control-plane-refuses`,
  },
  {
    name: 'FarolSignInsRefused',
    expr: `sum(increase(${names.signIns}{result="refused"}[15m])) > 20`,
    for: '0m',
    severity: 'warning',
    summary: '{{ $value | humanize }} sign-ins were refused within 15 minutes.',
    action:
      'Somebody may be guessing, or the identity provider or a proxy may be misconfigured. The audit list and the log have the addresses.',
    documentation: 'docs/guides/audit.md#from-where',
  },
  {
    name: 'FarolConnectionsCut',
    expr: `sum by (port) (rate(${names.connectionsCut}{reason=~"too_many.*"}[5m])) > 1`,
    for: '10m',
    severity: 'warning',
    summary: 'The port {{ $labels.port }} has more connections than it admits.',
    action:
      'If this is no flood, raise the limit of open files of the process, or set FAROL_TRUSTED_PROXIES for a proxy whose address many clients share.',
    documentation: 'docs/reference/threat-model.md#denial-of-service',
  },
  {
    name: 'FarolAuditGap',
    expr: `increase(${names.auditGaps}[1h]) > 0`,
    for: '0m',
    severity: 'critical',
    summary: 'The audit log of an Agent does not continue from where it was.',
    action: 'The log names the Agent and its anchor: run farol audit verify --anchor there.',
    documentation: `${runIt}#read-the-audit-log`,
  },
  {
    name: 'FarolCaptureWaiting',
    expr: `max(${names.oldestQueued}) > 3600`,
    for: '5m',
    severity: 'warning',
    summary: 'A capture request has waited for a Profiler for {{ $value | humanizeDuration }}.',
    action:
      'Connect a Profiler whose target list has the workload, or cancel the request. It fails by itself after FAROL_CAPTURE_EXPIRY_HOURS.',
    documentation: `${troubleshooting}#a-capture-request-ends-without-a-capture`,
  },
  {
    name: 'FarolCapturesFailing',
    expr: `max(delta(${names.captures}{status="failed"}[1h])) > 2`,
    for: '0m',
    severity: 'warning',
    summary: 'About {{ $value | humanize }} captures failed within an hour.',
    action: 'The record of each capture has its reason and who acts.',
    documentation: `${troubleshooting}#a-capture-failed-or-was-not-taken`,
  },
  {
    name: 'FarolDiskFilling',
    expr: `${names.dataAvailable} / ${names.dataSize} < 0.1`,
    for: '15m',
    severity: 'warning',
    summary: 'The disk of FAROL_DATA_DIR of {{ $labels.instance }} has {{ $value | humanizePercentage }} left.',
    action: 'Enlarge the volume, or lower FAROL_RETENTION_DAYS or FAROL_RETENTION_GB.',
    documentation: `${runIt}#what-is-stored-and-for-how-long`,
  },
  {
    name: 'FarolRetentionStopped',
    expr: `time() - max(${names.retentionDone}) > 10800`,
    for: '1h',
    severity: 'warning',
    summary: 'No run of retention has finished for three hours.',
    action: 'The log says why it could not finish. Until then the store grows.',
    documentation: `${runIt}#what-is-stored-and-for-how-long`,
  },
  {
    name: 'FarolCertificateEnds',
    expr: `min by (certificate) (${names.certificateEnd}) - time() < 14 * 86400`,
    for: '1h',
    severity: 'critical',
    summary: 'The certificate {{ $labels.certificate }} ends in {{ $value | humanizeDuration }}.',
    action:
      'Replace the files of FAROL_TLS_CERT_FILE and FAROL_TLS_KEY_FILE. A certificate of the own authority renews itself long before: the log says why it did not.',
    documentation: `${runIt}#change-the-certificate-authority`,
  },
  {
    name: 'FarolEventLoopLate',
    expr: `nodejs_eventloop_lag_p99_seconds${ofJob} > 0.5`,
    for: '10m',
    severity: 'warning',
    summary:
      'The control plane {{ $labels.instance }} answers late: its event loop lags {{ $value | humanizeDuration }}.',
    action: 'Give the process more processor time, or add a replica.',
    documentation: `${runIt}#several-replicas-and-the-keys-they-share`,
  },
];
