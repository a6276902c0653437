/** What fills the placeholders of the documents about roles, in the forms of the IAM user guide ("Amazon Resource Names"). A wildcard fits none of them. */
import { z } from 'zod';

const name = String.raw`(?:[\w+=,.@-]{1,510}/){0,20}[\w+=,.@-]{1,64}`;
const partition = '(?:aws|aws-cn|aws-us-gov)';

const Principal = z
  .string()
  .regex(new RegExp(`^arn:${partition}:iam::\\d{12}:(?:user|role)/${name}$`, 'u'), 'must be the ARN of a user or role');
const Role = z
  .string()
  .regex(new RegExp(`^arn:${partition}:iam::\\d{12}:role/${name}$`, 'u'), 'must be the ARN of a role');

export const TrustForm = z.strictObject({
  base: z.array(Principal).min(1).exactOptional(),
  externalId: z
    .string()
    .regex(/^[\w+=,.@:/-]{2,1224}$/u, 'must be 2 to 1224 letters, digits or any of _+=,.@:/-')
    .exactOptional(),
});
export const AssumeForm = z.strictObject({ role: z.array(Role).min(1).exactOptional() });
