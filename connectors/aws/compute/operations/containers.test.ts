import { describe, expect, test } from 'vitest';
import { answerAs } from '../../upstream/aws-fake.ts';
import { contextFor } from '../../upstream/context.ts';
import { computeAnswers } from '../../upstream/compute/answers.ts';
import { FakeUpstream } from '../../../../test/contract/fake-upstream.ts';
import { computeOperations } from '../operations.ts';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

describe('compute.listEcsClusters', () => {
  test('returns names, and continues where the previous page ended', async () => {
    const first = await agent.resultOf('compute.listEcsClusters', { limit: 1 });
    expect(first.data).toEqual({
      region: 'eu-west-1',
      clusters: [{ name: 'shop', arn: 'arn:aws:ecs:eu-west-1:123456789012:cluster/shop' }],
    });
    const rest = await agent.resultOf('compute.listEcsClusters', { limit: 1, cursor: first.nextCursor });
    expect(agent.inputs).toEqual([{ maxResults: 1, nextToken: 'page-2' }]);
    expect(rest).toMatchObject({ data: { clusters: [{ name: 'batch' }] }, truncated: false });
  });
});

describe('compute.listImageRepositories', () => {
  test('returns a repository member by member', async () => {
    const result = await agent.resultOf('compute.listImageRepositories');
    expect(result).toMatchObject({ complete: true, truncated: true });
    expect(result.data).toEqual({
      region: 'eu-west-1',
      repositories: [
        {
          id: 'shop/web',
          name: 'shop/web',
          url: '123456789012.dkr.ecr.eu-west-1.amazonaws.com/shop/web',
          format: 'docker',
          tagMutability: 'mixed',
          isScannedOnPush: true,
          encryptionKeyId: 'arn:aws:kms:eu-west-1:123456789012:key/1234abcd-12ab-34cd-56ef-1234567890ab',
          createdAt: '2026-01-02T03:04:05.000Z',
        },
      ],
    });
  });

  test('continues where the previous page ended', async () => {
    const { nextCursor: cursor } = await agent.resultOf('compute.listImageRepositories');
    const rest = await agent.resultOf('compute.listImageRepositories', { cursor });
    expect(agent.inputs).toEqual([{ maxResults: 100, nextToken: 'page-2' }]);
    expect(rest.truncated).toBe(false);
    expect(rest.data).toEqual({
      region: 'eu-west-1',
      repositories: [{ id: 'shop/tools', name: 'shop/tools', format: 'docker', tagMutability: 'mutable' }],
    });
  });

  test.each([
    ['MUTABLE', 'mutable'],
    ['IMMUTABLE', 'immutable'],
    ['MUTABLE_WITH_EXCLUSION', 'mixed'],
    ['IMMUTABLE_WITH_EXCLUSION', 'mixed'],
  ])('%s is %s', async (imageTagMutability, tagMutability) => {
    const answers = {
      'ecr:DescribeRepositories': () => ({ repositories: [{ repositoryName: 'web', imageTagMutability }] }),
    };
    const result = await agent.resultOf('compute.listImageRepositories', {}, answers);
    expect(result.data).toMatchObject({ repositories: [{ tagMutability }] });
  });

  test('a continent is no region of AWS', async () => {
    const refused = await agent.faultOf('compute.listImageRepositories', { region: 'europe' });
    expect(refused).toMatchObject({ code: 'invalid_arguments', data: { field: 'region' } });
    expect(agent.requests).toEqual([]);
  });
});

describe('compute.listContainerImages', () => {
  const question = { repository: 'shop/web' };
  const digest = `sha256:${'a'.repeat(64)}`;
  const archived = `sha256:${'b'.repeat(64)}`;

  test('returns an image member by member, and asks for the archived ones too', async () => {
    const result = await agent.resultOf('compute.listContainerImages', question);
    expect(agent.inputs).toEqual([{ repositoryName: 'shop/web', filter: { imageStatus: 'ANY' }, maxResults: 100 }]);
    expect(result.data).toEqual({
      region: 'eu-west-1',
      images: [
        {
          digest,
          tags: ['1.42.0', 'stable'],
          url: `123456789012.dkr.ecr.eu-west-1.amazonaws.com/shop/web@${digest}`,
          state: 'ACTIVE',
          sizeBytes: 45_000_000,
          mediaType: 'application/vnd.oci.image.manifest.v1+json',
          pushedAt: '2026-11-20T10:00:00.000Z',
          lastPulledAt: '2026-11-21T00:00:00.000Z',
          scan: {
            state: 'COMPLETE',
            reason: 'The scan was completed successfully.',
            completedAt: '2026-11-20T10:05:00.000Z',
            findingsBySeverity: { HIGH: 2, LOW: 11 },
          },
        },
      ],
    });
  });

  test('continues where the previous page ended; an image that was never scanned has no scan', async () => {
    const { nextCursor: cursor } = await agent.resultOf('compute.listContainerImages', question);
    const rest = await agent.resultOf('compute.listContainerImages', { ...question, cursor });
    expect(rest.truncated).toBe(false);
    expect(rest.data).toEqual({
      region: 'eu-west-1',
      images: [
        {
          digest: archived,
          tags: [],
          url: `123456789012.dkr.ecr.eu-west-1.amazonaws.com/shop/web@${archived}`,
          state: 'ARCHIVED',
        },
      ],
    });
  });

  test('in China the registry has another domain', async () => {
    const answer = answerAs(computeAnswers);
    const upstream = await FakeUpstream.start((call) => answer(call) ?? { status: 501, body: '' });
    try {
      const { context } = contextFor(upstream.url, ['ecr:DescribeImages'], { AWS_REGIONS: 'cn-north-1' });
      const told = await computeOperations['compute.listContainerImages'].run(
        { ...question, limit: 100 },
        { ...context, nowMs: 0, window: undefined },
      );
      const url = `123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn/shop/web@${digest}`;
      expect(told.data).toMatchObject({ region: 'cn-north-1', images: [{ url }] });
    } finally {
      await upstream.close();
    }
  });
});
