/** Bodies about what was recorded of access. */
import { z } from 'zod';
import { Role } from './api-people.ts';
import { SignInWay } from './api-sign-in.ts';
import { TokenKind } from './api-tokens.ts';
import { InstanceClass } from '../tunnel/messages.ts';

/** What gives or takes access, and is recorded with who did it. */
export const ActKind = z.enum([
  'token_created',
  'token_revoked',
  'person_invited',
  'sign_in_link_created',
  'link_withdrawn',
  'person_joined',
  'person_removed',
  'instance_revoked',
  'reenrolment_allowed',
  'profiler_enabled',
  'profiler_disabled',
  'signed_in',
  'session_ended',
  'passkey_added',
  'passkey_removed',
  'organization_created',
  'organization_renamed',
]);
export type ActKind = z.infer<typeof ActKind>;
export const ActDetail = z.strictObject({
  role: Role.optional(),
  token: TokenKind.optional(),
  class: InstanceClass.optional(),
  /** Of a bootstrap token: how many instances it lets in. */
  uses: z.int().optional(),
  /** Of a read or MCP token. */
  scopes: z.array(z.string()).optional(),
  /** Of a removal: capture, read and MCP tokens of the person stayed valid. */
  tokens_kept: z.boolean().optional(),
  /** Of signing in. */
  way: SignInWay.optional(),
});
export type ActDetail = z.infer<typeof ActDetail>;

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
