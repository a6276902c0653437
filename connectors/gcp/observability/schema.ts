/** Cloud Monitoring (its own interface and the Prometheus one) and Cloud Logging. */
import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { PromqlAnswer } from '../../../src/connector/promql.ts';
import { flag, labels, number, text, texts } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const TypedValue = z.object({
  boolValue: flag,
  int64Value: text,
  /** Not finite numbers are spelt as text. */
  doubleValue: z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]).optional(),
  stringValue: text,
  distributionValue: z.object({ count: text, mean: number }).optional(),
});
export type TypedValue = z.infer<typeof TypedValue>;

const MonitoredResource = z.object({ type: text, labels });

export const TimeSeries = z.object({
  metric: z.object({ type: text, labels }).optional(),
  resource: MonitoredResource.optional(),
  metadata: z.object({ userLabels: labels }).optional(),
  unit: text,
  valueType: text,
  points: rowsOf(z.object({ interval: z.object({ endTime: z.string() }), value: TypedValue })).default([]),
});
export type TimeSeries = z.infer<typeof TimeSeries>;

const Status = z.object({ code: number, message: text });

export const MetricDescriptor = z.object({
  type: z.string(),
  description: text,
  metricKind: text,
  valueType: text,
  unit: text,
  labels: rowsOf(z.object({ key: z.string() })).default([]),
});
export type MetricDescriptor = z.infer<typeof MetricDescriptor>;

const Condition = z.object({
  displayName: text,
  conditionThreshold: z.object({ filter: text, comparison: text, thresholdValue: number, duration: text }).optional(),
  conditionAbsent: z.object({ filter: text, duration: text }).optional(),
  conditionMatchedLog: z.object({ filter: text }).optional(),
  conditionMonitoringQueryLanguage: z.object({ query: text, duration: text }).optional(),
  conditionPrometheusQueryLanguage: z.object({ query: text, duration: text }).optional(),
  conditionSql: z.object({ query: text }).optional(),
});
export type Condition = z.infer<typeof Condition>;

export const AlertPolicy = z.object({
  name: z.string(),
  displayName: text,
  enabled: flag,
  severity: text,
  combiner: text,
  conditions: rowsOf(Condition).default([]),
  documentation: z.object({ content: text, subject: text }).optional(),
  notificationChannels: texts,
  userLabels: labels,
  validity: Status.optional(),
  creationRecord: z.object({ mutateTime: text, mutatedBy: text }).optional(),
  mutationRecord: z.object({ mutateTime: text }).optional(),
});
export type AlertPolicy = z.infer<typeof AlertPolicy>;

export const OpenAlert = z.object({
  name: z.string(),
  state: text,
  openTime: text,
  policy: z.object({ name: text }).optional(),
  resource: MonitoredResource.optional(),
  metric: z.object({ type: text, labels }).optional(),
});
export type OpenAlert = z.infer<typeof OpenAlert>;

export const LogEntry = z.object({
  timestamp: text,
  receiveTimestamp: text,
  insertId: text,
  logName: text,
  severity: text,
  textPayload: text,
  jsonPayload: z.record(z.string(), z.unknown()).optional(),
  protoPayload: z.record(z.string(), z.unknown()).optional(),
  httpRequest: z
    .object({
      requestMethod: text,
      requestUrl: text,
      status: number,
      latency: text,
      remoteIp: text,
      serverIp: text,
      userAgent: text,
      responseSize: text,
      protocol: text,
    })
    .optional(),
  operation: z.object({ id: text, producer: text }).optional(),
  sourceLocation: z.object({ file: text, line: text, function: text }).optional(),
  trace: text,
  spanId: text,
  labels,
  resource: MonitoredResource.optional(),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const observabilityAnswers = {
  'monitoring.projects.timeSeries.list': z.object({
    timeSeries: rowsOf(omitsEmpty(TimeSeries, ['points'], ['valueType'])).default([]),
    executionErrors: rowsOf(Status).default([]),
    unit: text,
    unreachable: texts,
    nextPageToken: text,
  }),
  'monitoring.projects.metricDescriptors.list': z.object({
    metricDescriptors: rowsOf(MetricDescriptor).default([]),
    nextPageToken: text,
  }),
  'monitoring.projects.alertPolicies.list': z.object({
    alertPolicies: rowsOf(AlertPolicy).default([]),
    nextPageToken: text,
  }),
  'monitoring.projects.alerts.list': z.object({ alerts: rowsOf(OpenAlert).default([]), nextPageToken: text }),
  'monitoring.projects.location.prometheus.api.v1.query': PromqlAnswer,
  'monitoring.projects.location.prometheus.api.v1.query_range': PromqlAnswer,
  'logging.entries.list': z.object({ entries: rowsOf(LogEntry).default([]), nextPageToken: text }),
  'logging.projects.logs.list': z.object({ logNames: texts, nextPageToken: text }),
};
