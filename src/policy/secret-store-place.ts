/** Where the customer's secrets are, as the secret-store policy names it. */
import { z } from 'zod';

/**
 * Each in the form that AWS gives it (IAM user guide, "Amazon Resource Names"). A wildcard or a
 * placeholder in the prefix would open secrets that are not the Agent's, so that neither fits.
 */
const forms = {
  partition: z.enum(['aws', 'aws-cn', 'aws-us-gov']),
  region: z.string().regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/u, 'must be a region, for example sa-east-1'),
  account: z.string().regex(/^\d{12}$/u, 'must be the 12 digits of an account'),
  prefix: z
    .string()
    .max(256)
    .regex(
      /^[\w+=.@-]+(?:\/[\w+=.@-]+)*$/u,
      'must be names joined by /, without wildcards and without a / at either end',
    ),
};

/** What is not given stays a placeholder of the document. */
export const SecretStorePlaceForm = z.strictObject({
  partition: forms.partition.exactOptional(),
  region: forms.region.exactOptional(),
  account: forms.account.exactOptional(),
  prefix: forms.prefix.exactOptional(),
});
