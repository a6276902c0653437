/** A role in another account, as AWS lets the base credential of the tests assume it. */
import type { Output } from './write-answer.ts';

export const roleVariables = { AWS_ASSUME_ROLE_ARN: 'arn:aws:iam::111122223333:role/farol-agent' } as const;

/** The session of that role that was given as this one in a row. */
export function roleSession(number: number, forSec = 3600): Output {
  return {
    Credentials: {
      AccessKeyId: `ASIAROLESESSION0000${number}`,
      SecretAccessKey: `secret-of-session-${number}`,
      SessionToken: `session-${number}`,
      Expiration: new Date(Date.now() + forSec * 1000),
    },
    AssumedRoleUser: {
      AssumedRoleId: 'AROAEXAMPLEEXAMPLE00:farol-aws',
      Arn: 'arn:aws:sts::111122223333:assumed-role/farol-agent/farol-aws',
    },
  };
}
