/** Management events of the last ninety days, and the stores that keep events for longer. */
import type { EventDataStore, LookupAttributeKey } from '@aws-sdk/client-cloudtrail';
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known, timeOf } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { toEvent } from './to-event.ts';

export const eventOperations = {
  'audit.lookupEvents': {
    async run(args, { window: resolved, ...context }) {
      const region = chooseRegion(context, args.region);
      const window = need(resolved, 'window');
      const { attribute } = args;
      const { CloudTrailClient: Client, LookupEventsCommand } = await import('@aws-sdk/client-cloudtrail');
      return answerPage(
        { operation: 'audit.lookupEvents', args, region, what: 'events in this window' },
        async (NextToken) => {
          const command = new LookupEventsCommand({
            StartTime: new Date(window.fromMs),
            EndTime: new Date(window.toMs),
            MaxResults: args.limit,
            ...(attribute !== undefined && {
              LookupAttributes: [{ AttributeKey: keyOf[attribute.name], AttributeValue: attribute.value }],
            }),
            ...known({ NextToken }),
          });
          const answer = await ask(context, { call: 'cloudtrail:LookupEvents', region, Client, command });
          return { items: answer.Events ?? [], next: answer.NextToken };
        },
        (events) => ({ region, events: events.map(toEvent) }),
      );
    },
  },

  'audit.listEventDataStores': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { CloudTrailClient: Client, ListEventDataStoresCommand } = await import('@aws-sdk/client-cloudtrail');
      return answerPage(
        { operation: 'audit.listEventDataStores', args, region, what: 'event data stores' },
        async (NextToken) => {
          const command = new ListEventDataStoresCommand({ MaxResults: args.limit, ...known({ NextToken }) });
          const answer = await ask(context, { call: 'cloudtrail:ListEventDataStores', region, Client, command });
          return { items: answer.EventDataStores ?? [], next: answer.NextToken };
        },
        (stores) => ({ region, stores: stores.map(toStore) }),
      );
    },
  },
} satisfies AwsOperations<'audit.lookupEvents' | 'audit.listEventDataStores'>;

type AttributeName = NonNullable<ArgumentsOf<'audit.lookupEvents'>['attribute']>['name'];

const keyOf = {
  accessKeyId: 'AccessKeyId',
  eventId: 'EventId',
  eventName: 'EventName',
  eventSource: 'EventSource',
  readOnly: 'ReadOnly',
  resourceName: 'ResourceName',
  resourceType: 'ResourceType',
  username: 'Username',
} as const satisfies Record<AttributeName, LookupAttributeKey>;

function toStore(store: EventDataStore): DataOf<'audit.listEventDataStores'>['stores'][number] {
  const identifier = need(store.EventDataStoreArn, 'EventDataStores[].EventDataStoreArn');
  const { RetentionPeriod } = store;
  return {
    id: identifier.slice(identifier.lastIndexOf('/') + 1),
    identifier,
    ...known({
      name: store.Name,
      status: store.Status,
      retentionSec: RetentionPeriod === undefined ? undefined : RetentionPeriod * 86_400,
      isMultiRegion: store.MultiRegionEnabled,
      isOrganizationWide: store.OrganizationEnabled,
      createdAt: timeOf(store.CreatedTimestamp),
      updatedAt: timeOf(store.UpdatedTimestamp),
    }),
  };
}
