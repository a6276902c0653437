/** Metadata of every API key of the organization: asked for only when the customer turned it on. */
import type { DatadogOperations } from '../datadog-operations.ts';
import { Fault } from '../../../src/core/fault.ts';
import { openDatadog } from '../client.ts';
import type { security } from './manifest.ts';
import { pageAfter, readList } from '../paging.ts';
import { KeysAnswer } from './schema.ts';
import { present, textOf, timeOf } from '../wording.ts';
import { receivedIn } from '../../../src/core/rows.ts';

export const securityOperations = {
  'security.listApiKeys': {
    async run(args, context) {
      if (context.config.text('DATADOG_READ_API_KEYS') !== 'on') throw notTurnedOn();
      const { limit } = args;
      const datadog = openDatadog(context);
      const { rows, outcome } = await readList({
        operation: 'security.listApiKeys',
        args,
        read: async (at) => {
          const { data, included } = await datadog.get(KeysAnswer, '/api/v2/api_keys', {
            'page[size]': String(limit),
            'page[number]': at.mark ?? '0',
            sort: 'created_at',
            include: 'created_by',
          });
          const people = new Map(
            (included ?? []).map((one) => [one.id, one.attributes?.handle ?? one.attributes?.name]),
          );
          const keys = (data ?? []).map(({ id, attributes: key, relationships }) => ({
            id,
            ...present({
              name: textOf(key.name),
              // The last four, whatever the field holds.
              lastFour: textOf(key.last4)?.slice(-4),
              category: textOf(key.category),
              createdAt: timeOf(key.created_at),
              modifiedAt: timeOf(key.modified_at),
              lastUsedAt: timeOf(key.date_last_used),
              createdBy: textOf(people.get(relationships?.created_by?.data?.id)),
              isRemoteConfigEnabled: key.remote_config_read_enabled ?? undefined,
            }),
          }));
          return { rows: keys, next: pageAfter(at, receivedIn(data ?? [])) };
        },
        empty:
          'The read was allowed, but Datadog returned no API key, although this request used one: check the API keys in the web pages.',
      });
      return { data: { keys: [...rows] }, ...outcome };
    },
  },
} satisfies DatadogOperations<keyof typeof security.operations>;

function notTurnedOn(): Fault {
  return new Fault(
    'not_configured',
    { variable: 'DATADOG_READ_API_KEYS' },
    'To list API keys, set DATADOG_READ_API_KEYS to on and add api_keys_read to the application key. Nothing was sent.',
  );
}
