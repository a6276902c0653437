/**
 * What the two ends ask of each other over the tunnel: request names, payloads and answers.
 * Frames, signatures and flow control are below this; nothing here knows about sockets.
 */
import { z } from 'zod';
import { actors } from '../core/fault.ts';

export const InstanceClass = z.enum(['agent', 'profiler']);
export type InstanceClass = z.infer<typeof InstanceClass>;

export const WireFault = z.strictObject({
  /** Of a newer Agent it may be one that is not known here. */
  code: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/u),
  /** Who must act before a second try can go better, whatever kinds the other end knows. */
  actor: z.enum(actors),
  data: z.record(z.string(), z.unknown()),
  summary: z.string(),
  remedy: z.string(),
});

/** What is known of one permission, and when the system last answered for it. */
export const GrantVerdict = z.strictObject({
  grant: z.string(),
  verdict: z.enum(['allowed', 'denied', 'undecided', 'not_asked']),
  at: z.string().optional(),
  old: z.literal(true).optional(),
  because: z.string().optional(),
});
export type GrantVerdict = z.infer<typeof GrantVerdict>;

/** As a person named it, or the id of its connector. It is shown and recorded as ours, so it is no text of the system's. */
export const sourceName = /^[a-z][a-z0-9-]{0,63}$/u;
export const SourceName = z.string().regex(sourceName);

/** One health result as it leaves an instance. Evidence is allow-listed: status, code and request id only. */
export const HealthCheck = z.strictObject({
  connector: z.string(),
  /** Left out where the source has the name of its connector. */
  source: SourceName.optional(),
  check: z.string(),
  status: z.enum(['ok', 'degraded', 'pending_configuration', 'skipped', 'failed']),
  summary: z.string(),
  fault: WireFault.optional(),
  layer: z.string().optional(),
  affects: z.array(z.string()),
  needed: z.array(z.string()),
  held: z.array(z.string()).optional(),
  missing: z.array(z.string()),
  excess: z.array(z.string()),
  /** Permission by permission, of a check that judges many. */
  judged: z.array(GrantVerdict).optional(),
  evidence: z.strictObject({
    status: z.number().int().optional(),
    code: z.string().optional(),
    requestId: z.string().optional(),
  }),
  remedy: z.string(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

/** By the name of the source that they are of. */
export function checksBySource(checks: readonly HealthCheck[]): Map<string, HealthCheck[]> {
  return Map.groupBy(checks, ({ connector, source = connector }) => source);
}

/** A source is in the state of its worst check. A check that was skipped says nothing of the others. */
export const worstFirst = [
  'failed',
  'degraded',
  'pending_configuration',
  'ok',
  'skipped',
] as const satisfies HealthCheck['status'][];

/**
 * Of a write: which Agent its key belongs to. A key is remembered by the journal of one Agent, so that
 * under it any other one would send the write a second time.
 */
const Idempotency = z.strictObject({
  /** As in the arguments. */
  key: z.string().min(1).max(200),
  /** The Agent that was asked first under this key. */
  instance: z.string().min(1).max(200),
});
export const OperationRun = z.strictObject({
  request_id: z.string(),
  operation: z.string(),
  args: z.unknown(),
  source: z.string().optional(),
  idempotency: Idempotency.optional(),
});
/** The result envelope of a read. `because` says why an answer is incomplete or empty. */
export const OperationResult = z.strictObject({
  data: z.unknown(),
  complete: z.boolean(),
  because: z.string().optional(),
  truncated: z.boolean(),
  nextCursor: z.string().optional(),
  source: SourceName,
  window: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  upstreamCalls: z.number().int().min(0),
  cost: z.record(z.string(), z.number()).optional(),
});
export type OperationResult = z.infer<typeof OperationResult>;
export const OperationAnswer = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), result: OperationResult }),
  z.strictObject({ ok: z.literal(false), fault: WireFault }),
]);
export type OperationAnswer = z.infer<typeof OperationAnswer>;

/** The last record of an Agent's audit log that is on disk: its number, and the hash that seals all before it. */
export const AuditAnchor = z.strictObject({
  seq: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/u),
});
export type AuditAnchor = z.infer<typeof AuditAnchor>;

export const HealthReport = z.strictObject({
  at: z.string(),
  checks: z.array(HealthCheck),
  /** What the sources file says of the sources that have a name of their own. */
  about: z.record(SourceName, z.string().max(80)).optional(),
  /** Of so many sources that single permissions, and operations that depend on a check, were left out. */
  shortened: z.literal(true).optional(),
  audit: AuditAnchor.optional(),
});
export type HealthReport = z.infer<typeof HealthReport>;

/** What the sources file says of it. A source may be called `constructor`. */
export function aboutSource({ about = {} }: Pick<HealthReport, 'about'>, source: string): string | undefined {
  return Object.hasOwn(about, source) ? about[source] : undefined;
}

export const CaptureStart = z.strictObject({
  request_id: z.string(),
  workload: z.string(),
  version: z.string(),
  env: z.string(),
  kind: z.enum(['head', 'replicate']),
  duration_sec: z.number().int(),
  warmup_sec: z.number().int(),
  requested_by: z.string(),
  requested_at: z.string(),
  /** Digest of what was deployed, with or without a name before it; only where the request has one. */
  image: z.string().max(400).optional(),
});
export type CaptureStart = z.infer<typeof CaptureStart>;

export const CaptureReason = z.strictObject({ code: z.string(), text: z.string() });
export type CaptureReason = z.infer<typeof CaptureReason>;

/**
 * A Profiler answers an offer at once. `taken`: the capture runs and an outcome will follow.
 * `declined`: nothing will follow; the reason decides the outcome when every live Profiler declines.
 */
export const CaptureOffer = z.discriminatedUnion('answer', [
  z.strictObject({ answer: z.literal('taken'), processes: z.number().int() }),
  z.strictObject({ answer: z.literal('declined'), reason: CaptureReason }),
]);
export type CaptureOffer = z.infer<typeof CaptureOffer>;

export const CaptureAbort = z.strictObject({ request_id: z.string(), reason: CaptureReason });
export const CaptureProgress = z.strictObject({ request_id: z.string(), phase: z.string(), elapsed_sec: z.number() });
export type CaptureProgress = z.infer<typeof CaptureProgress>;

export const ProbeTally = z.strictObject({
  measured: z.number().int(),
  total: z.number().int(),
  missing: z.array(z.strictObject({ probe: z.string(), why: z.string() })),
});
export type ProbeTally = z.infer<typeof ProbeTally>;

/** Memory the collector used: its own peak resident set and, where the cgroup tells, the container's peak charge. */
export const CollectorMemory = z.strictObject({
  peak_rss_bytes: z.number().int(),
  cgroup_peak_bytes: z.number().int().optional(),
});
export type CollectorMemory = z.infer<typeof CollectorMemory>;

/**
 * The end of one capture on one node. Sent until acknowledged; the store keeps the first one only.
 * `bundle` is the encoded bundle (gzip of canonical JSON) in base64, present exactly when `outcome` is `pushed`.
 */
export const CaptureOutcome = z.strictObject({
  request_id: z.string(),
  outcome: z.enum(['pushed', 'nothing_to_push', 'failed']),
  reason: CaptureReason,
  probes: ProbeTally.optional(),
  collector: CollectorMemory.optional(),
  bundle: z.string().optional(),
});
export type CaptureOutcome = z.infer<typeof CaptureOutcome>;

const rawKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/u);
const rawSignature = z.string().regex(/^[A-Za-z0-9_-]{86}$/u);
const millis = z.number().int().min(0).max(8.64e15);

/** The control plane changes the key that signs commands. Times are milliseconds since the epoch. */
export const KeyAnnouncement = z.strictObject({
  /** Base64url of the raw Ed25519 key, as in `Enrolled`. */
  command_key: rawKey,
  replaces: rawKey,
  valid_from: millis,
  /** When the key that is replaced ends, also for instances that did not learn the new one. */
  replaced_until: millis,
  /** Of `replaces`, and of `command_key`, over the fields above. */
  signature: rawSignature,
  proof: rawSignature,
});
export type KeyAnnouncement = z.infer<typeof KeyAnnouncement>;

const fingerprint = z.string().regex(/^[0-9a-f]{64}$/u);

/**
 * The control plane changes the authority of its certificates. A fingerprint is the SHA-256 of the
 * authority's public key (SubjectPublicKeyInfo) in lower-case hex; times are milliseconds since the epoch.
 */
export const AuthorityAnnouncement = z.strictObject({
  /** PEM of the new authority. */
  certificate: z
    .string()
    .max(8192)
    .regex(/^-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+-----END CERTIFICATE-----\n$/u),
  /** Those before it, and until when each may be trusted; 0: no longer. */
  replaces: z.array(z.strictObject({ fingerprint, until: millis })).max(16),
  /** Signs the fields above. */
  command_key: rawKey,
  signature: rawSignature,
});
export type AuthorityAnnouncement = z.infer<typeof AuthorityAnnouncement>;

/** Requests the control plane sends (signed, with expiry and nonce), by name. */
export const commands = {
  'operation.run': { request: OperationRun, answer: OperationAnswer, class: 'agent' },
  'health.run': { request: z.strictObject({}), answer: HealthReport, class: 'agent' },
  'capture.start': { request: CaptureStart, answer: CaptureOffer, class: 'profiler' },
  'capture.abort': { request: CaptureAbort, answer: z.strictObject({}), class: 'profiler' },
  /** Answered by the tunnel itself, once the key is on the disk: with the key that is pinned now. */
  'keys.announce': { request: KeyAnnouncement, answer: z.strictObject({ command_key: rawKey }), class: 'any' },
  /** Answered by the tunnel itself, once the authority is on the disk: with the fingerprint of the one that is trusted now. */
  'authority.announce': {
    request: AuthorityAnnouncement,
    answer: z.strictObject({ authority: fingerprint }),
    class: 'any',
  },
} as const;
export type CommandName = keyof typeof commands;

/** Requests an instance sends, by name. */
export const reports = {
  'health.report': { request: HealthReport, answer: z.strictObject({}) },
  'capture.progress': { request: CaptureProgress, answer: z.strictObject({}) },
  'capture.outcome': { request: CaptureOutcome, answer: z.strictObject({ stored: z.literal(true) }) },
} as const;
export type ReportName = keyof typeof reports;

export type CommandRequest<N extends CommandName> = z.infer<(typeof commands)[N]['request']>;
export type CommandAnswer<N extends CommandName> = z.infer<(typeof commands)[N]['answer']>;
export type ReportRequest<N extends ReportName> = z.infer<(typeof reports)[N]['request']>;
export type ReportAnswer<N extends ReportName> = z.infer<(typeof reports)[N]['answer']>;
