/** Bodies about tokens and the commands that use them. */
import { z } from 'zod';
import { hasHidden, hiddenError } from '../../core/text/hidden-characters.ts';
import { InstanceClass } from '../../tunnel/messages.ts';
import { defaultOverlapHours, maxExpiryHours, maxOverlapHours, maxUses } from './token-bounds.ts';

/** A name that people give to each other, to tokens and to passkeys. One line, in which everything is seen: another character could steer the terminal of an operator who lists it, or make it look like another name. */
export function oneLine(text: z.ZodString): z.ZodString {
  return text
    .min(1)
    .max(80)
    .refine((name) => !hasHidden(name), { error: hiddenError });
}

export const TokenKind = z.enum(['capture', 'read', 'mcp', 'incident', 'bootstrap']);
export type TokenKind = z.infer<typeof TokenKind>;

/** GET /api/tokens */
export const TokenView = z.strictObject({
  id: z.string(),
  kind: TokenKind,
  name: z.string(),
  /** The first characters of its value; absent in the answer of an older control plane. */
  starts_with: z.string().optional(),
  /** Bootstrap tokens only. */
  class: InstanceClass.optional(),
  /**
   * Read tokens: `operations` and names of writes; MCP tokens: `captures`; incident tokens: `workload:…` and `env:…`.
   * Absent where there are none.
   */
  scopes: z.array(z.string()).optional(),
  uses_left: z.number().int().optional(),
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string().optional(),
  last_used_at: z.string().optional(),
  revoked_at: z.string().optional(),
  /** Id of the token that it was rotated to. Until `expires_at` both work. */
  replaced_by: z.string().optional(),
});
export type TokenView = z.infer<typeof TokenView>;
export const TokenList = z.strictObject({ tokens: z.array(TokenView) });

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};
/** POST /api/tokens */
export const TokenCreate = z.strictObject({
  kind: TokenKind,
  name: oneLine(z.string()),
  class: InstanceClass.optional(),
  expires_in_hours: whole(1, maxExpiryHours).optional(),
  /** Bootstrap tokens only: how many instances it lets in. */
  uses: whole(1, maxUses).optional().describe('Bootstrap tokens only: how many instances it enrols; 1 by default.'),
  scopes: z
    .array(z.string().min(1).max(270))
    .optional()
    .describe(
      'Read tokens: `operations` to ask reads, and the name of each write that it may ask. MCP tokens: `captures` to read captures. Incident tokens: `workload:<name>` and `env:<name>` restrict what it records.',
    ),
});
/** POST /api/tokens/{id}/rotate */
export const TokenRotate = z.strictObject({
  overlap_hours: whole(0, maxOverlapHours)
    .default(defaultOverlapHours)
    .describe('Hours for which the former value still works; 0 ends it at once.'),
});
/** How an instance is installed. */
export const EnrolWay = z.enum(['docker', 'kubernetes', 'host', 'hand']);
export type EnrolWay = z.infer<typeof EnrolWay>;
export const EnrolCommand = z.strictObject({ way: EnrolWay, command: z.string() });
export type EnrolCommand = z.infer<typeof EnrolCommand>;
/** The only answer that carries a token's value. Each of `commands` of a bootstrap token is complete and ready to paste. */
export const TokenCreated = z.strictObject({
  token: TokenView,
  value: z.string(),
  commands: z.array(EnrolCommand).optional(),
});
export type TokenCreated = z.infer<typeof TokenCreated>;
