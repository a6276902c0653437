/**
 * The declarations an AWS policy is derived from, as a document: each action with its purpose, each
 * operation with the actions it needs. A page or a script of a customer derives narrower policies from
 * it with the same functions as the build. Pure.
 */
import { z } from 'zod';
import type { UpstreamCall } from '../connector/manifest.ts';
import type { PolicySource } from './aws-policy.ts';
import { parseDocument } from './read-policy.ts';

const accessLevels = ['List', 'Read', 'Tagging', 'Write', 'Permissions management'] as const;

const GrantForm = z.strictObject({
  group: z.string(),
  need: z.enum(['required', 'optional', 'sensitive']),
  purpose: z.string(),
  access: z.enum(accessLevels).exactOptional(),
  justification: z.string().exactOptional(),
});

const OperationForm = z.strictObject({
  grants: z.array(z.string()),
  upstream: z.array(z.custom<UpstreamCall>((value) => typeof value === 'string' && /^[a-z0-9-]+:\w+$/u.test(value))),
  redactions: z.array(z.string()),
});

export const PolicySourceForm = z.strictObject({
  grants: z.record(z.string(), GrantForm),
  operations: z.record(z.string(), OperationForm),
});

/** In the order of the manifest, which is the order of the policy. */
export function renderPolicySource({ grants, operations }: PolicySource): string {
  const document = {
    grants: Object.fromEntries(
      Object.entries(grants).map(([grant, { group, need, access, purpose, justification }]) => [
        grant,
        { group, need, access, purpose, justification },
      ]),
    ),
    operations: Object.fromEntries(
      Object.entries(operations).map(([name, { grants: needed, upstream, redactions }]) => [
        name,
        { grants: needed, upstream, redactions },
      ]),
    ),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** @throws Error naming the place, for text that is not such a document. */
export function parsePolicySource(text: string): PolicySource {
  return parseDocument(PolicySourceForm, text, 'list of grants');
}
