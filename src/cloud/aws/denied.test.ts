import { describe, expect, test } from 'vitest';
import { type DenyingLayer, readDenial, remedyFor } from './denied.ts';

const who = 'User: arn:aws:sts::123456789012:assumed-role/farol/agent is not authorized to perform:';

/** The forms that the vendor documents, with other names: https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html */
const sentences: readonly (readonly [layer: DenyingLayer, action: string | undefined, sentence: string])[] = [
  [
    'identity policy',
    'ce:GetAnomalies',
    `${who} ce:GetAnomalies because no identity-based policy allows the ce:GetAnomalies action`,
  ],
  [
    'service control policy',
    'ec2:DescribeVpcs',
    `${who} ec2:DescribeVpcs with an explicit deny in a service control policy`,
  ],
  [
    'service control policy',
    'ec2:DescribeVpcs',
    `${who} ec2:DescribeVpcs because no service control policy allows the ec2:DescribeVpcs action`,
  ],
  [
    'resource control policy',
    'sqs:ListQueues',
    `${who} sqs:ListQueues on resource: q with an explicit deny in a resource control policy`,
  ],
  [
    'permissions boundary',
    'iam:ListUsers',
    `${who} iam:ListUsers on resource: u because no permissions boundary allows the iam:ListUsers action`,
  ],
  ['permissions boundary', 'iam:ListUsers', `${who} iam:ListUsers with an explicit deny in a permissions boundary`],
  [
    'session policy',
    'logs:StartQuery',
    `${who} logs:StartQuery because no session policy allows the logs:StartQuery action`,
  ],
  [
    'endpoint policy',
    'athena:GetQueryResults',
    `${who} athena:GetQueryResults because no VPC endpoint policy allows the athena:GetQueryResults action`,
  ],
  [
    'resource policy',
    'sqs:GetQueueUrl',
    `${who} sqs:GetQueueUrl on resource: q because no resource-based policy allows the sqs:GetQueueUrl action`,
  ],
  [
    'explicit deny',
    'rds:DescribeDBInstances',
    `${who} rds:DescribeDBInstances with an explicit deny in an identity-based policy`,
  ],
  [
    'unknown',
    undefined,
    'You are not authorized to perform this operation. Encoded authorization failure message: abc',
  ],
  ['unknown', undefined, ''],
];

describe('the sentence in which AWS denies', () => {
  test.each(sentences)('%s %s: %s', (layer, action, sentence) => {
    expect(readDenial(sentence)).toMatchObject({ action, layer });
  });

  test.each([...new Set(sentences.map(([layer]) => layer))])(
    'denied by %s: the remedy names the action and who must act',
    (layer) => {
      const remedy = remedyFor({ action: 'ec2:DescribeVpcs', layer }, 'ec2:DescribeVpcs');
      expect(remedy).toContain('ec2:DescribeVpcs');
      // Only where the identity's own policy decides does it help to change it.
      expect(remedy.includes('policy print')).toBe(layer === 'identity policy' || layer === 'unknown');
    },
  );

  test('a long hostile sentence is read in time', () => {
    const started = performance.now();
    readDenial(`not authorized to perform: ${'a'.repeat(200_000)}:${'A'.repeat(200_000)}`);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
