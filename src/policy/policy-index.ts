/** The list of the documents there are, `policies/index.json`. Pure. */
import { z } from 'zod';

export const PolicyIndexForm = z.strictObject({
  /** Of the build that the documents belong to. */
  version: z.string(),
  /** Released versions whose documents are included, newest first. */
  releases: z.array(z.string()),
  documents: z.array(
    z.strictObject({ path: z.string(), title: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/u) }),
  ),
});
export type PolicyIndex = z.infer<typeof PolicyIndexForm>;
