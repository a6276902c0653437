import { describe, expect, test } from 'vitest';
import { useAws } from '../../upstream/use-aws.ts';

const agent = useAws();

describe('prefix lists', () => {
  test('are returned with state and owner', async () => {
    expect(await agent.data('network.listPrefixLists', {})).toEqual({
      region: 'eu-west-1',
      prefixLists: [
        {
          id: 'pl-0a1b2c3d4e5f60718',
          name: 'offices',
          state: 'modify-failed',
          stateReason: 'Too many entries',
          addressFamily: 'IPv4',
          maxEntries: 20,
          version: 3,
          ownerId: '123456789012',
          tags: { team: 'network' },
        },
        { id: 'pl-6da54004', name: 'com.amazonaws.eu-west-1.s3', addressFamily: 'IPv4', ownerId: 'AWS', tags: {} },
      ],
    });
  });

  test.each([
    [[{ key: 'team', value: 'network' }], 1],
    [[{ key: 'team' }], 1],
    [[{ key: 'team', value: 'other' }], 0],
    [[{ key: 'team' }, { key: 'owner' }], 0],
  ])('with the tags %j: AWS cannot filter by them, so they are filtered here', async (tags, count) => {
    const filters = { ids: ['pl-0a1b2c3d'], names: ['offices'], tags };
    const { data } = await agent.result('network.listPrefixLists', { filters });
    expect((data as { prefixLists: unknown[] }).prefixLists).toHaveLength(count);
    expect(agent.inputs).toEqual([
      {
        Filters: [
          { Name: 'prefix-list-id', Values: ['pl-0a1b2c3d'] },
          { Name: 'prefix-list-name', Values: ['offices'] },
        ],
        MaxResults: 100,
      },
    ]);
  });

  test('are searched for a bounded time, and the answer says that it is not the end', async () => {
    agent.answerWith({ 'ec2:DescribeManagedPrefixLists': () => ({ PrefixLists: [], NextToken: 'more' }) });
    expect(await agent.result('network.listPrefixLists', { filters: { tags: [{ key: 'team' }] } })).toMatchObject({
      data: { prefixLists: [] },
      truncated: true,
      upstreamCalls: 10,
      because: expect.stringContaining('continue with nextCursor') as string,
    });
  });
});
