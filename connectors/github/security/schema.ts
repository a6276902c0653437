import { z } from 'zod';
import { omitsEmpty } from '../../../src/connector/omits-empty.ts';
import { optionalLogin, optionalText, optionalTime } from '../schema-parts.ts';
import { rowsOf } from '../../../src/core/rows.ts';

const Alert = z.object({
  number: z.int(),
  state: z.string(),
  dependency: z.object({
    manifest_path: optionalText,
    scope: optionalText,
    relationship: optionalText,
  }),
  security_vulnerability: z.object({
    package: z.object({ ecosystem: z.string(), name: z.string() }),
    severity: z.string(),
    vulnerable_version_range: z.string(),
    first_patched_version: z.object({ identifier: z.string() }).nullish(),
  }),
  security_advisory: z.object({
    ghsa_id: z.string(),
    cve_id: optionalText,
    summary: z.string(),
    // 0 and no vector stand for an advisory that nobody has scored.
    cvss: z.object({ score: z.number().nullish(), vector_string: optionalText }).nullish(),
    epss: z.object({ percentage: z.number().nullish() }).nullish(),
    cwes: rowsOf(z.object({ cwe_id: z.string() })).default([]),
    published_at: optionalTime,
  }),
  html_url: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: optionalTime,
  fixed_at: optionalTime,
  dismissed_at: optionalTime,
  auto_dismissed_at: optionalTime,
  dismissed_by: optionalLogin,
  dismissed_reason: optionalText,
  dismissed_comment: optionalText,
  assignees: rowsOf(z.object({ login: z.string() })).default([]),
});
export type Alert = z.infer<typeof Alert>;

export const AlertList = rowsOf(Alert);

const Actors = z.object({
  users: rowsOf(z.object({ login: z.string() })).default([]),
  teams: rowsOf(z.object({ slug: z.string() })).default([]),
  apps: rowsOf(z.object({ slug: z.string().optional(), name: z.string().optional() })).default([]),
});
export type Actors = z.infer<typeof Actors>;

/** A rule that is not there is off. */
const Rule = z
  .object({ enabled: z.boolean().default(false) })
  .optional()
  .transform((rule) => rule?.enabled === true);

export const Protection = omitsEmpty(
  z.object({
    required_status_checks: z
      .object({
        strict: z.boolean().default(false),
        contexts: z.array(z.string()).default([]),
        checks: rowsOf(z.object({ context: z.string() })).default([]),
      })
      .nullish(),
    required_pull_request_reviews: z
      .object({
        required_approving_review_count: z.int().default(0),
        dismiss_stale_reviews: z.boolean().default(false),
        require_code_owner_reviews: z.boolean().default(false),
        require_last_push_approval: z.boolean().default(false),
        bypass_pull_request_allowances: Actors.optional(),
      })
      .nullish(),
    restrictions: Actors.nullish(),
    enforce_admins: Rule,
    required_signatures: Rule,
    required_linear_history: Rule,
    required_conversation_resolution: Rule,
    allow_force_pushes: Rule,
    allow_deletions: Rule,
    lock_branch: Rule,
    /** Where nothing is protected it is the whole answer. */
    message: z.undefined().optional(),
  }),
  ['required_status_checks', 'required_pull_request_reviews', 'restrictions'],
);
export type Protection = z.infer<typeof Protection>;
