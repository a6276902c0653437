/** Where queries of the warehouse run and leave their results. Configuration, because the caller may choose neither. */
import type { TextVariable } from '../../../src/connector/manifest.ts';
import type { GuardContext } from '../../../src/connector/context.ts';
import type { AwsContext } from '../access/context.ts';

export const athenaVariables = {
  AWS_ATHENA_WORKGROUP: {
    kind: 'text',
    need: 'optional',
    pattern: /^[A-Za-z0-9._-]{1,128}$/u,
    patternWords: 'the name of a workgroup: 1 to 128 letters, digits, dots, underscores and hyphens',
    description:
      'Athena workgroup that queries run in when a request names none; default: `primary`. A workgroup that limits the bytes of each query limits what a request can cost.',
    example: 'farol',
  },
  AWS_ATHENA_OUTPUT: {
    kind: 'text',
    need: 'optional',
    pattern: /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w!.*'()=-]+)*\/?$/u,
    patternWords: 'an S3 location such as s3://bucket/folder/',
    description:
      'S3 location that Athena writes results to. Leave it out when the workgroup has a location of its own. The identity needs s3:GetObject, s3:PutObject and s3:ListBucket there.',
    example: 's3://example-athena-results/farol/',
  },
} as const satisfies Record<string, TextVariable>;

/** What the operations of Athena receive: beside the credential, they read where queries run and leave their results. */
export type AthenaContext = AwsContext &
  GuardContext & {
    readonly config: { text(variable: keyof typeof athenaVariables): string | undefined };
  };
