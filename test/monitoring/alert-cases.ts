/** For each alert, series with which it fires and series with which it does not. */
import { names } from '../../scripts/generate/monitoring/names.ts';

/** Values in the notation of `promtool test rules`, one a minute. */
type Series = Readonly<Record<string, string>>;

interface AlertCase {
  readonly fires: Series;
  readonly quiet: Series;
  /** When both are judged. */
  readonly at: string;
  /** Of the alert that fires, beside its severity. */
  readonly labels: Readonly<Record<string, string>>;
  readonly summary: string;
}

const up = 'up{job="farol",instance="a"}';
const always = (value: number): string => `${value}x600`;
const class_ = (name: string, value: string): string => `${name}{class="${value}"}`;

export const alertCases: Readonly<Record<string, AlertCase>> = {
  FarolDown: {
    fires: { [up]: always(0), 'up{job="other"}': always(1) },
    quiet: { [up]: always(0), 'up{job="farol",instance="b"}': always(1) },
    at: '5m',
    labels: {},
    summary: 'No control plane can be scraped.',
  },
  FarolReplicaDown: {
    fires: { [up]: always(0) },
    quiet: { [up]: always(1), 'up{job="other",instance="a"}': always(0) },
    at: '10m',
    labels: { job: 'farol', instance: 'a' },
    summary: 'The replica a cannot be scraped.',
  },
  FarolStoreDown: {
    fires: { [`${names.storeUp}{instance="a"}`]: always(0) },
    quiet: { [`${names.storeUp}{instance="a"}`]: always(1) },
    at: '5m',
    labels: { instance: 'a' },
    summary: 'The store does not answer a.',
  },
  FarolNotReady: {
    fires: { [`${names.ready}{instance="a"}`]: always(0), [`${names.storeUp}{instance="a"}`]: always(1) },
    // Its store is what fails.
    quiet: { [`${names.ready}{instance="a"}`]: always(0), [`${names.storeUp}{instance="a"}`]: always(0) },
    at: '10m',
    labels: { instance: 'a' },
    summary: 'a has a store and does not serve tunnels.',
  },
  FarolNoInstanceConnected: {
    fires: {
      [class_(names.liveInstances, 'agent')]: always(0),
      [class_(names.enrolledInstances, 'agent')]: always(2),
    },
    // Nobody uses Profilers, and the Agent is connected to another replica.
    quiet: {
      [class_(names.liveInstances, 'profiler')]: always(0),
      [class_(names.enrolledInstances, 'profiler')]: always(0),
      [`${names.liveInstances}{class="agent",instance="a"}`]: always(0),
      [`${names.liveInstances}{class="agent",instance="b"}`]: always(1),
      [class_(names.enrolledInstances, 'agent')]: always(1),
    },
    at: '10m',
    labels: { class: 'agent' },
    summary: 'No agent is connected, although some are enrolled.',
  },
  FarolInstancesMissing: {
    fires: {
      [`${names.liveInstances}{class="agent",instance="a"}`]: always(1),
      [`${names.liveInstances}{class="agent",instance="b"}`]: always(1),
      [class_(names.enrolledInstances, 'agent')]: always(3),
    },
    quiet: {
      [`${names.liveInstances}{class="agent",instance="a"}`]: always(1),
      [`${names.liveInstances}{class="agent",instance="b"}`]: always(2),
      [class_(names.enrolledInstances, 'agent')]: always(3),
    },
    at: '40m',
    labels: { class: 'agent' },
    summary: 'Only 2 of the enrolled instances of the class agent are connected.',
  },
  FarolOperationsFailing: {
    fires: {
      [`${names.operations}{result="ok"}`]: '0+6x600',
      [`${names.operations}{result="credential_rejected"}`]: '0+6x600',
    },
    // What callers did wrong is not counted.
    quiet: {
      [`${names.operations}{result="ok"}`]: '0+6x600',
      [`${names.operations}{result="invalid_arguments"}`]: '0+60x600',
    },
    at: '40m',
    labels: {},
    summary: '50% of the operations end in a fault that the caller did not cause.',
  },
  FarolOperationsUnanswered: {
    fires: { [`${names.operationsUnanswered}{code="agent_timeout"}`]: '0+1x600' },
    quiet: { [`${names.operationsUnanswered}{code="unknown_instance"}`]: '0+9x600' },
    at: '40m',
    labels: { code: 'agent_timeout' },
    summary: 'Operations get no answer: agent_timeout.',
  },
  FarolOperationsSlow: {
    fires: {
      [`${names.operationDuration}_bucket{le="20"}`]: '0+0x600',
      [`${names.operationDuration}_bucket{le="40"}`]: '0+10x600',
      [`${names.operationDuration}_bucket{le="+Inf"}`]: '0+10x600',
    },
    quiet: {
      [`${names.operationDuration}_bucket{le="20"}`]: '0+10x600',
      [`${names.operationDuration}_bucket{le="40"}`]: '0+10x600',
      [`${names.operationDuration}_bucket{le="+Inf"}`]: '0+10x600',
    },
    at: '40m',
    labels: {},
    summary: 'One operation in twenty takes longer than 39s.',
  },
  FarolHttpErrors: {
    fires: {
      [`${names.requests}_count{method="GET",route="/api/me",status="200"}`]: '0+9x600',
      [`${names.requests}_count{method="GET",route="/api/fleet",status="500"}`]: '0+1x600',
    },
    // What a connected system answered is not an error of the control plane.
    quiet: {
      [`${names.requests}_count{method="GET",route="/api/me",status="200"}`]: '0+9x600',
      [`${names.requests}_count{method="POST",route="/api/operations/:name",status="502"}`]: '0+9x600',
    },
    at: '40m',
    labels: {},
    summary: '10% of the HTTP requests fail in the control plane.',
  },
  FarolSignInsRefused: {
    fires: { [`${names.signIns}{result="refused"}`]: '0+2x600' },
    quiet: { [`${names.signIns}{result="refused"}`]: '0+1x600', [`${names.signIns}{result="ok"}`]: '0+9x600' },
    at: '40m',
    labels: {},
    summary: '30 sign-ins were refused within 15 minutes.',
  },
  FarolConnectionsCut: {
    fires: { [`${names.connectionsCut}{port="app",reason="too_many_of_address"}`]: '0+120x600' },
    quiet: {
      [`${names.connectionsCut}{port="app",reason="too_many"}`]: '0+30x600',
      [`${names.connectionsCut}{port="app",reason="too_slow"}`]: '0+600x600',
    },
    at: '40m',
    labels: { port: 'app' },
    summary: 'The port app has more connections than it admits.',
  },
  FarolAuditGap: {
    fires: { [`${names.auditGaps}{instance="a"}`]: '0x10 1x600' },
    quiet: { [`${names.auditGaps}{instance="a"}`]: always(1) },
    at: '40m',
    labels: { instance: 'a' },
    summary: 'The audit log of an Agent does not continue from where it was.',
  },
  FarolCaptureWaiting: {
    fires: { [names.oldestQueued]: always(7200) },
    quiet: { [names.oldestQueued]: always(1800) },
    at: '40m',
    labels: {},
    summary: 'A capture request has waited for a Profiler for 2h 0m 0s.',
  },
  FarolCapturesFailing: {
    fires: { [`${names.captures}{status="failed"}`]: '7x30 10x600' },
    quiet: { [`${names.captures}{status="failed"}`]: always(7), [`${names.captures}{status="pushed"}`]: '0+1x600' },
    at: '60m',
    labels: {},
    summary: 'About 3 captures failed within an hour.',
  },
  FarolDiskFilling: {
    fires: { [`${names.dataAvailable}{instance="a"}`]: always(5), [`${names.dataSize}{instance="a"}`]: always(100) },
    quiet: { [`${names.dataAvailable}{instance="a"}`]: always(15), [`${names.dataSize}{instance="a"}`]: always(100) },
    at: '40m',
    labels: { instance: 'a' },
    summary: 'The disk of FAROL_DATA_DIR of a has 5% left.',
  },
  FarolRetentionStopped: {
    fires: { [`${names.retentionDone}{instance="a"}`]: always(60) },
    // One replica does it for all.
    quiet: {
      [`${names.retentionDone}{instance="a"}`]: always(60),
      [`${names.retentionDone}{instance="b"}`]: '0+60x600',
    },
    at: '5h',
    labels: {},
    summary: 'No run of retention has finished for three hours.',
  },
  FarolCertificateEnds: {
    fires: { [`${names.certificateEnd}{certificate="server_certificate_files"}`]: always(1_000_000) },
    quiet: { [`${names.certificateEnd}{certificate="server_certificate_files"}`]: always(2_000_000) },
    at: '2h',
    labels: { certificate: 'server_certificate_files' },
    summary: 'The certificate server_certificate_files ends in 11d 11h 46m 40s.',
  },
  FarolEventLoopLate: {
    fires: { 'nodejs_eventloop_lag_p99_seconds{job="farol",instance="a"}': always(1) },
    quiet: {
      'nodejs_eventloop_lag_p99_seconds{job="farol",instance="a"}': always(0.1),
      'nodejs_eventloop_lag_p99_seconds{job="other",instance="a"}': always(9),
    },
    at: '40m',
    labels: { job: 'farol', instance: 'a' },
    summary: 'The control plane a answers late: its event loop lags 1s.',
  },
};
