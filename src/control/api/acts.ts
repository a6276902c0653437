/** Bodies about what was recorded of access. */
import { z } from 'zod';
import { Role } from './people.ts';
import { SignInWay } from './sign-in.ts';
import { TokenKind } from './tokens.ts';
import { InstanceClass } from '../../tunnel/messages.ts';

/** What gives or takes access, and is recorded with who did it. */
export const ActKind = z.enum([
  'token_created',
  'token_revoked',
  'token_rotated',
  'person_invited',
  'sign_in_link_created',
  'link_withdrawn',
  'person_joined',
  'person_removed',
  'person_readmitted',
  'person_renamed',
  'instance_revoked',
  'reenrolment_allowed',
  'profiler_enabled',
  'profiler_disabled',
  'signed_in',
  'session_ended',
  'passkey_added',
  'passkey_removed',
  'signed_out',
  'instance_enrolled',
  'capture_requested',
  'capture_cancelled',
  'audit_exported',
  'key_changed',
  'key_change_finished',
  'key_given_up',
  'store_key_changed',
  'clock_reset',
  'backup_restored',
  'store_migrated',
  'role_changed',
  'role_withdrawn',
  'emergency_link_used',
  'organization_created',
  'organization_renamed',
  'question_saved',
  'question_shared',
  'question_unshared',
  'question_removed',
]);
export type ActKind = z.infer<typeof ActKind>;
export const ActDetail = z.strictObject({
  role: Role.optional(),
  token: TokenKind.optional(),
  class: InstanceClass.optional(),
  /** Of a bootstrap token: how many instances it lets in. */
  uses: z.int().optional(),
  /** Of a read, MCP or incident token. */
  scopes: z.array(z.string()).optional(),
  /** Of a rotation: for how long the former value works. */
  overlap_hours: z.int().optional(),
  /** Of a removal: capture, read and MCP tokens of the person stayed valid. */
  tokens_kept: z.boolean().optional(),
  /** Of a role that the provider lowered or withdrew: how many tokens of the person ended with it. */
  tokens_revoked: z.int().optional(),
  /** Of signing in, and of joining by a provider. */
  way: SignInWay.optional(),
  /** Of a capture: version of the workload. */
  version: z.string().optional(),
  /** Of a key of the control plane. */
  key: z.enum(['command', 'authority']).optional(),
});
export type ActDetail = z.infer<typeof ActDetail>;

/** `token`: a program that showed one. `operator`: of the machine, who has signed in nowhere. */
export const DoerType = z.enum(['person', 'token', 'operator']);
export type DoerType = z.infer<typeof DoerType>;
/** `page`: with a session or to begin one, `token`: by a program, `mcp`: by an assistant, `machine`: on the control plane's own. */
export const ActWay = z.enum(['page', 'token', 'mcp', 'machine']);
export type ActWay = z.infer<typeof ActWay>;

/** GET /api/acts, newest first. `by` is absent for the operator of the machine. */
export const RecordedAct = ActDetail.extend({
  id: z.string(),
  at: z.string(),
  kind: ActKind,
  by: z.string().optional(),
  /** Name of the person, token or instance at that time; empty for a setting. */
  subject: z.string(),
});
export type RecordedAct = z.infer<typeof RecordedAct>;
export const RecordedActs = z.strictObject({ acts: z.array(RecordedAct), next_cursor: z.string().optional() });
export type RecordedActs = z.infer<typeof RecordedActs>;
