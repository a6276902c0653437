import { z } from 'zod';
import { optionalLogin, optionalText, optionalTime } from '../../schema-parts.ts';

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
    cwes: z.array(z.object({ cwe_id: z.string() })).default([]),
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
  assignees: z.array(z.object({ login: z.string() })).default([]),
});
export type Alert = z.infer<typeof Alert>;

export const AlertList = z.array(Alert);
