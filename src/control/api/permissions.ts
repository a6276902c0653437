/** Which sources answer, and what the credential of each may do. Not part of `api.ts`, which the first page loads. */
import { z } from 'zod';

/** GET /api/permissions: by the last health report of each Agent that is not revoked. Connectors and permissions by name. */
export const PermissionList = z.strictObject({
  connectors: z.array(
    z.strictObject({
      connector: z.string(),
      title: z.string(),
      sources: z.array(
        z.strictObject({
          source: z.string(),
          about: z.string().optional(),
          instance: z.string(),
          /** When the checks ran. */
          at: z.string(),
          allowed: z.int(),
          denied: z.int(),
          unknown: z.int(),
          excess: z.int(),
          /** The report left out single permissions. */
          shortened: z.literal(true).optional(),
        }),
      ),
      /** Each lists places in `sources`. Sources in none of the lists do not need the permission, or did not report it. */
      grants: z.array(
        z.strictObject({
          grant: z.string(),
          allowed: z.array(z.int()),
          denied: z.array(z.int()),
          unknown: z.array(z.int()),
        }),
      ),
      /** Rights that no operation needs, and the sources that have them. */
      excess: z.array(z.strictObject({ grant: z.string(), sources: z.array(z.int()) })),
    }),
  ),
});
export type PermissionList = z.infer<typeof PermissionList>;

/** GET /api/catalog/{name}/sources: what a question to all sources asks. Sorted by source, then by Agent. */
export const SourcePlan = z.strictObject({
  sources: z.array(
    z.strictObject({
      source: z.string(),
      connector: z.string(),
      about: z.string().optional(),
      /** The Agent that has it. */
      instance: z.string(),
      state: z.enum(['ready', 'not_configured', 'not_connected']),
    }),
  ),
  /** Connected Agents that have reported no health yet, so that their sources are not known. */
  unreported: z.array(z.string()),
});
export type SourcePlan = z.infer<typeof SourcePlan>;
