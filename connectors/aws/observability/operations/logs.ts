/** Lines of one log group, and the log groups there are. */
import type { FilteredLogEvent, LogGroup } from '@aws-sdk/client-cloudwatch-logs';
import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { readKept } from '../../cached-page.ts';
import { known } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import type { SpokenIn } from '../spoken.ts';

/** Pages may be empty while others follow; so many are walked before the caller is asked to go on. */
const mostPages = 10;
const groupsPerPage = 50;
/** Before it, lines can be read from the oldest on only (FilterLogEvents, startFromHead, seen 2026-11). */
const newestFirstSinceMs = Date.UTC(2024, 0, 1);

export const logOperations = {
  'logs.search': {
    guard({ order }, { window }) {
      if (order === 'oldest_first' || window === undefined || window.fromMs >= newestFirstSinceMs) return;
      throw new Fault(
        'invalid_arguments',
        { field: 'order' },
        'Set order to oldest_first: lines from before 2024 cannot be read newest first.',
      );
    },
    async run(args: Question, { window: resolved, ...context }) {
      const region = chooseRegion(context, args.region);
      const window = need(resolved, 'window');
      const { source, streamPrefix, text } = args.query;
      const { CloudWatchLogsClient: Client, FilterLogEventsCommand } = await import('@aws-sdk/client-cloudwatch-logs');
      return answerPage(
        { operation: 'logs.search', args, region, what: `lines in ${source}` },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: args.limit,
            pages: mostPages,
            async read(nextToken, limit) {
              const command = new FilterLogEventsCommand({
                logGroupIdentifier: source,
                startTime: window.fromMs,
                endTime: window.toMs,
                startFromHead: args.order === 'oldest_first',
                limit,
                ...known({ nextToken, logStreamNamePrefix: streamPrefix, filterPattern: text }),
              });
              const answer = await ask(context, { call: 'logs:FilterLogEvents', region, Client, command });
              return { items: answer.events ?? [], next: answer.nextToken };
            },
          }),
        (events) => ({ region, lines: events.map(toLine) }),
      );
    },
  },

  'logs.listSources': {
    guard({ window }) {
      if (window === undefined) return;
      const remedy = 'Omit it: AWS does not return when lines were written to a log group.';
      throw new Fault('invalid_arguments', { field: 'window' }, remedy);
    },
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { CloudWatchLogsClient: Client, DescribeLogGroupsCommand } =
        await import('@aws-sdk/client-cloudwatch-logs');
      return answerPage(
        { operation: 'logs.listSources', args, region, what: 'log groups' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            size: Math.min(args.limit, groupsPerPage),
            pages: mostPages,
            async read(nextToken, limit) {
              const command = new DescribeLogGroupsCommand({
                limit,
                ...known({ nextToken, logGroupNamePrefix: args.prefix }),
              });
              const answer = await ask(context, { call: 'logs:DescribeLogGroups', region, Client, command });
              return { items: answer.logGroups ?? [], next: answer.nextToken };
            },
          }),
        (groups) => ({ region, sources: groups.map(toSource) }),
      );
    },
  },
} satisfies AwsOperations<'logs.search' | 'logs.listSources'>;

type Question = SpokenIn<'cloudwatch-filter', 'logs.search'>;

function toLine({ timestamp, message = '', eventId, logStreamName }: FilteredLogEvent): Line {
  return {
    time: new Date(need(timestamp, 'events[].timestamp')).toISOString(),
    message,
    labels: {},
    ...known({ id: eventId, source: logStreamName }),
  };
}

function toSource(group: LogGroup): Source {
  const { retentionInDays, creationTime } = group;
  return {
    name: need(group.logGroupName, 'logGroups[].logGroupName'),
    ...known({
      class: group.logGroupClass,
      storedBytes: group.storedBytes,
      retentionSec: retentionInDays === undefined ? undefined : retentionInDays * 86_400,
      encryptionKeyId: group.kmsKeyId,
      createdAt: creationTime === undefined ? undefined : new Date(creationTime).toISOString(),
    }),
  };
}

type Line = DataOf<'logs.search'>['lines'][number];
type Source = DataOf<'logs.listSources'>['sources'][number];
