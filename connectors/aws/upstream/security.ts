/** Good answers of IAM about users and their keys: https://docs.aws.amazon.com/IAM/latest/APIReference/ */
import type { Answers } from './aws-fake.ts';
import type { Exemplar } from '../../../test/contract/exemplar.ts';

const userOf = (name: string) => ({
  Path: '/',
  UserName: name,
  UserId: 'AIDACKCEVSQ6C2EXAMPLE',
  Arn: `arn:aws:iam::123456789012:user/${name}`,
  CreateDate: new Date('2024-01-02T03:04:05Z'),
});

/** Identifiers of the vendor's own documentation, with another end each. */
const keys: Readonly<Record<string, readonly object[]>> = {
  deploy: [
    {
      UserName: 'deploy',
      AccessKeyId: 'AKIAIOSFODNN7EXAMPL1',
      Status: 'Active',
      CreateDate: new Date('2024-02-03T04:05:06Z'),
    },
    {
      UserName: 'deploy',
      AccessKeyId: 'AKIAIOSFODNN7EXAMPL2',
      Status: 'Inactive',
      CreateDate: new Date('2026-11-01T00:00:00Z'),
    },
  ],
  backup: [
    {
      UserName: 'backup',
      AccessKeyId: 'AKIAIOSFODNN7EXAMPL3',
      Status: 'Expired',
      CreateDate: new Date('2025-06-01T00:00:00Z'),
    },
  ],
};

const used = {
  AccessKeyLastUsed: { LastUsedDate: new Date('2026-11-20T21:00:00Z'), ServiceName: 's3', Region: 'eu-west-1' },
};

export const securityAnswers: Answers = {
  'iam:ListUsers': ({ Marker }) =>
    Marker === undefined
      ? { Users: [userOf('deploy'), userOf('person')], IsTruncated: true, Marker: 'page-2' }
      : { Users: [userOf('backup')], IsTruncated: false },
  'iam:ListAccessKeys': ({ UserName }) => ({ AccessKeyMetadata: keys[String(UserName)] ?? [], IsTruncated: false }),
  'iam:GetAccessKeyLastUsed': ({ AccessKeyId }) =>
    AccessKeyId === 'AKIAIOSFODNN7EXAMPL1'
      ? { UserName: 'deploy', ...used }
      : { AccessKeyLastUsed: { ServiceName: 'N/A', Region: 'N/A' } },
};

export const securityQuestions: Exemplar['questions'] = { 'security.auditAccessKeys': [{}] };
