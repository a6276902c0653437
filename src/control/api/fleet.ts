/** Bodies about one instance and about the list of them; `GET /api/fleet`, with whole reports, is in `api.ts`. */
import { z } from 'zod';
import { HealthCheck, InstanceClass } from '../../tunnel/messages.ts';

export const InstanceState = z.enum(['live', 'offline', 'revoked', 'locked']);

export const FleetInstance = z.strictObject({
  instance: z.string(),
  class: InstanceClass,
  state: InstanceState,
  /** What to do when `state` is not `live`. */
  remedy: z.string().optional(),
  version: z.string().optional(),
  targets: z.number().int().optional(),
  last_seen: z.string().optional(),
  enrolled_at: z.string(),
  reenrolment_allowed: z.boolean(),
  checks: z.array(HealthCheck),
  /** What the sources file of the Agent says of each source. */
  about: z.record(z.string(), z.string()).optional(),
  /** The report has so many sources that it leaves out single permissions. */
  shortened: z.literal(true).optional(),
  checks_at: z.string().optional(),
  /** Last record of the Agent's audit log at that time, as `farol audit verify --anchor` accepts it. */
  audit_anchor: z.string().optional(),
});
export type FleetInstance = z.infer<typeof FleetInstance>;

/**
 * What ends within 30 days: a certificate, or a key that was replaced. `server_certificate_files`: that of
 * FAROL_TLS_CERT_FILE, which the operator renews; the own one is renewed long before its end.
 */
export const FleetExpiry = z.strictObject({
  what: z.enum([
    'authority',
    'server_certificate',
    'server_certificate_files',
    'authority_change',
    'command_key_change',
  ]),
  ends_at: z.string(),
  /** Instances that have not confirmed what follows it. */
  waiting: z.array(z.string()),
});
export type FleetExpiry = z.infer<typeof FleetExpiry>;

/** Sources of an instance, each counted once, by the worst of its checks. */
export const ConnectorCounts = z.strictObject({
  failed: z.number().int(),
  degraded: z.number().int(),
  pending: z.number().int(),
  ok: z.number().int(),
  skipped: z.number().int(),
});
export type ConnectorCounts = z.infer<typeof ConnectorCounts>;

/** The check that needs somebody before every other one of its instance, with what to do. */
export const FirstNeed = z.strictObject({
  connector: z.string(),
  /** Left out where the source has the name of its connector. */
  source: z.string().optional(),
  check: z.string(),
  status: z.enum(['failed', 'degraded', 'pending_configuration']),
  text: z.string(),
});
export type FirstNeed = z.infer<typeof FirstNeed>;

/** `connectors` is absent before the first report. `remedy`: what to do when `state` is not `live`. */
export const InstanceSummary = z.strictObject({
  instance: z.string(),
  class: InstanceClass,
  state: InstanceState,
  remedy: z.string().optional(),
  version: z.string().optional(),
  last_seen: z.string().optional(),
  connectors: ConnectorCounts.optional(),
  first: FirstNeed.optional(),
});
export type InstanceSummary = z.infer<typeof InstanceSummary>;

/** GET /api/instances?token: every instance, or those that one bootstrap token enrolled, without their reports. */
export const InstanceList = z.strictObject({
  instances: z.array(InstanceSummary),
  /** The first end first. */
  expiries: z.array(FleetExpiry),
});
export type InstanceList = z.infer<typeof InstanceList>;

const Knows = z.enum(['current', 'replaced']);

/** GET /api/fleet/{instance}. `expiries`: those that concern it. */
export const InstanceDetail = z.strictObject({
  instance: FleetInstance,
  identity: z.strictObject({
    /** SHA-256 of its public key, in lower-case hex. */
    key_sha256: z.string(),
    /** Whether it pins the key that signs commands now. */
    command_key: Knows,
    /** Whether it trusts the authority of now, and when that ends; absent where the certificate is the operator's. */
    authority: Knows.optional(),
    authority_ends_at: z.string().optional(),
  }),
  expiries: z.array(FleetExpiry),
});
export type InstanceDetail = z.infer<typeof InstanceDetail>;
