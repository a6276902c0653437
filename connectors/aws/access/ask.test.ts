import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { DescribeVolumesCommand, EC2Client } from '@aws-sdk/client-ec2';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListHostedZonesCommand, Route53Client } from '@aws-sdk/client-route-53';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { actionOf, answerAs, type Answers, AwsError } from '../upstream/aws-fake.ts';
import { contextFor } from '../upstream/context.ts';
import { scopeOf } from '../upstream/read-request.ts';
import { writeError } from '../upstream/write-error.ts';
import { FakeUpstream } from '../../../test/contract/fake-upstream.ts';
import { ask } from './ask.ts';
import type { Question } from './send.ts';

const questions: readonly Question<unknown>[] = [
  {
    call: 'ec2:DescribeVolumes',
    region: 'eu-west-1',
    Client: EC2Client,
    command: new DescribeVolumesCommand({ MaxResults: 5 }),
  },
  {
    call: 'cloudwatch:DescribeAlarms',
    region: 'eu-west-1',
    Client: CloudWatchClient,
    command: new DescribeAlarmsCommand({}),
  },
  {
    call: 'lambda:ListFunctions',
    region: 'us-east-1',
    Client: LambdaClient,
    command: new ListFunctionsCommand({ Marker: "a b!'()*" }),
  },
  {
    call: 'route53:ListHostedZones',
    region: 'us-east-1',
    Client: Route53Client,
    command: new ListHostedZonesCommand({}),
  },
];

const answers: Answers = {
  'ec2:DescribeVolumes': () => ({ Volumes: [] }),
  'cloudwatch:DescribeAlarms': () => ({ MetricAlarms: [] }),
  'lambda:ListFunctions': ({ Marker }) =>
    Marker === "a b!'()*" ? { Functions: [] } : new AwsError(400, 'ValidationException: wrong marker'),
  'route53:ListHostedZones': () => ({ HostedZones: [], IsTruncated: false, MaxItems: '100' }),
};

describe('a question to AWS', () => {
  let upstream: FakeUpstream;
  beforeEach(async () => {
    const answer = answerAs(answers);
    upstream = await FakeUpstream.start((call) => answer(call) ?? { status: 501, body: '' });
  });
  afterEach(() => upstream.close());

  test.each(questions.map((question) => [question.call, question] as const))(
    '%s is signed for its region and sent under its declared name',
    async (call, question) => {
      const { context, gate } = contextFor(upstream.url, [call]);
      await ask(context, question);
      const [sent] = upstream.calls;
      expect(upstream.calls).toHaveLength(1);
      expect(actionOf(sent!)).toBe(call);
      expect(scopeOf(sent!)?.region).toBe(question.region);
      expect(gate.count()).toBe(1);
    },
  );

  test.each(questions.map((question) => [question.call, question] as const))(
    '%s: an error is recognized by its code in every protocol',
    async (call, question) => {
      const body = `AccessDeniedException: User: arn:aws:iam::123456789012:user/farol is not authorized to perform: ${call} because no identity-based policy allows the ${call} action`;
      upstream.answerWith((made) => writeError({ status: 403, body }, made));
      await expect(ask(contextFor(upstream.url, [call]).context, question)).rejects.toMatchObject({
        kind: 'permission_missing',
        data: { grant: call, layer: 'identity policy' },
        remedy: expect.stringContaining('Do not rotate the credential') as string,
      });
      expect(upstream.calls).toHaveLength(1);
    },
  );

  test('an answer its library cannot read is upstream_changed, and the body is not repeated', async () => {
    upstream.answerWith({
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: '<DescribeVolumesResponse><volumeSet><item>secret-of-the-body',
    });
    await expect(ask(contextFor(upstream.url, ['ec2:DescribeVolumes']).context, questions[0]!)).rejects.toMatchObject({
      kind: 'upstream_changed',
      message: expect.not.stringContaining('secret-of-the-body') as string,
    });
  });

  test('one that AWS would refuse is reported with the reason of AWS', async () => {
    const command = new DescribeVolumesCommand({ MaxResults: 5, Filters: [{ Name: 'status', Values: ['in-use'] }] });
    const wrong = { ...questions[2]!, command: new ListFunctionsCommand({ MaxItems: 0 }) };
    await ask(contextFor(upstream.url, ['ec2:DescribeVolumes']).context, { ...questions[0]!, command });
    await expect(ask(contextFor(upstream.url, ['lambda:ListFunctions']).context, wrong)).rejects.toMatchObject({
      kind: 'invalid_arguments',
      remedy: expect.stringContaining('$.MaxItems is below 1') as string,
    });
  });

  test('one that is not declared never leaves', async () => {
    await expect(ask(contextFor(upstream.url, ['ec2:DescribeVpcs']).context, questions[0]!)).rejects.toMatchObject({
      kind: 'bug',
    });
    expect(upstream.calls).toEqual([]);
  });

  test('throttling is waited for or reported, and one that costs is sent once', async () => {
    upstream.answerWith({ status: 503, body: '' });
    await expect(
      ask(contextFor(upstream.url, ['ec2:DescribeVolumes']).context, { ...questions[0]!, once: true }),
    ).rejects.toMatchObject({ kind: 'upstream_down' });
    expect(upstream.calls).toHaveLength(1);
  });
});
