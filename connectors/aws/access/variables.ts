/** Variables that every connector with an AWS credential reads, declared once. */
import type { Reach, SecretVariable, TextVariable, UrlVariable } from '../../../src/connector/manifest.ts';

/** Path and name of a role: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const roleArn = String.raw`arn:aws(?:-cn|-us-gov)?:iam::\d{12}:role/(?:[\w+=,.@-]{1,510}/){0,20}[\w+=,.@-]{1,64}`;
const region = String.raw`[a-z]{2}(?:-[a-z]+)+-\d{1,2}`;

export const credentialVariables = {
  RUNNER_AWS_CRED_MODE: {
    kind: 'text',
    need: 'required',
    shared: true,
    pattern: /^(?:static|chain)$/u,
    patternWords: '`static` or `chain`',
    description:
      'Where the credential comes from: `static` reads the keys below; `chain` asks the workload itself (web identity, container role, instance role) and nothing else.',
    example: 'chain',
  },
  AWS_ACCESS_KEY_ID: {
    kind: 'secret',
    need: { with: 'RUNNER_AWS_CRED_MODE', being: 'static' },
    shared: true,
    description: 'Access key of the user that holds the read-only policy.',
    example: 'AKIA…',
  },
  AWS_SECRET_ACCESS_KEY: {
    kind: 'secret',
    need: { with: 'RUNNER_AWS_CRED_MODE', being: 'static' },
    shared: true,
    description: 'Secret of that access key. It signs requests and is never sent.',
    example: '…',
  },
  AWS_SESSION_TOKEN: {
    kind: 'secret',
    need: 'optional',
    shared: true,
    description: 'Only with a temporary access key (one that begins with ASIA).',
    example: '…',
  },
  AWS_ASSUME_ROLE_ARN: {
    kind: 'text',
    need: { with: 'AWS_ASSUME_ROLE_EXTERNAL_ID' },
    shared: true,
    pattern: new RegExp(`^${roleArn}$`, 'u'),
    patternWords: 'the ARN of one role, such as arn:aws:iam::111122223333:role/farol-agent',
    description:
      'Role to assume with the credential above, which is then the base credential: everything is read as this role, in its account. Sessions last an hour and are renewed.',
    example: 'arn:aws:iam::111122223333:role/farol-agent',
  },
  AWS_ASSUME_ROLE_EXTERNAL_ID: {
    kind: 'text',
    need: 'optional',
    shared: true,
    pattern: /^[\w+=,.@:/-]{2,1224}$/u,
    patternWords: '2 to 1224 letters, digits or any of _+=,.@:/-',
    description:
      'External id that the trust policy of that role requires. AWS does not treat it as a secret: everybody who may read the role sees it.',
    example: 'farol-7d9c2f',
  },
  AWS_ASSUME_ROLE_SESSION_NAME: {
    kind: 'text',
    need: 'optional',
    shared: true,
    pattern: /^[\w+=,.@-]{2,64}$/u,
    patternWords: '2 to 64 letters, digits or any of _+=,.@-',
    description: 'Name of the session in CloudTrail; default: farol- and the name of the source.',
    example: 'farol-production',
  },
  AWS_REGIONS: {
    kind: 'text',
    need: 'required',
    shared: true,
    pattern: new RegExp(`^${region}(?:,${region}){0,39}$`, 'u'),
    patternWords: 'one to forty regions, separated by commas without spaces',
    description: 'Regions that the Agent may read. The first is the default.',
    example: 'eu-west-1,us-east-1',
  },
  AWS_URL: {
    kind: 'url',
    need: 'optional',
    shared: true,
    description:
      'One address to send every call to instead of those of AWS: a private endpoint or a proxy. A path in it is part of every call, and signed with the rest.',
    example: 'https://aws.proxy.example.com',
  },
} as const satisfies Record<string, TextVariable | SecretVariable | UrlVariable>;

/** Hosts of AWS, in all three of its partitions: https://docs.aws.amazon.com/general/latest/gr/rande.html */
export const reach = {
  hosts: /^(?:[a-z0-9-]+\.){1,4}(?:amazonaws\.com(?:\.cn)?|api\.aws|amazonwebservices\.com\.cn)$/u,
  words: 'hosts of amazonaws.com, amazonaws.com.cn, amazonwebservices.com.cn and api.aws',
  override: 'AWS_URL',
} as const satisfies Reach;
