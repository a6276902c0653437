import type { z } from 'zod';
import type { DataOf } from '../../../catalog/index.ts';
import { isPersonal, withoutEmail } from '../../../src/connector/sensitive-attributes.ts';
import { plainAddress } from '../../../src/connector/plain-address.ts';
import { Fault } from '../../../src/core/fault.ts';
import { offUnless } from '../access/feature.ts';
import { type DatadogContext, openDatadog } from '../client.ts';
import type { DatadogOperations } from '../datadog-operations.ts';
import { answerFigures, bodyOfAggregation, figuresOfBucket, guardFigures } from '../events/aggregate.ts';
import { flatten } from '../events/flatten.ts';
import { BucketsAnswer } from '../events/schema.ts';
import { bodyOf, nextOf, notesOf } from '../events/search.ts';
import { readList } from '../paging.ts';
import { present, tagsOf, textOf, timeOf, timeOfMs } from '../wording.ts';
import type { rum } from './manifest.ts';
import { ApplicationsAnswer, type RumEvent, RumEventsAnswer } from './schema.ts';

type Event = DataOf<'rum.search'>['events'][number];

const unseen = 'Restriction queries of a role hide events without an error.';

export const rumOperations = {
  'rum.listApplications': {
    async run(_args, context) {
      const { data } = await readApplications(context);
      const applications = (data ?? []).map(({ attributes: one }) => ({
        id: one.application_id,
        name: one.name,
        type: one.type,
        createdAt: timeOfMs(one.created_at) ?? new Date(0).toISOString(),
        updatedAt: timeOfMs(one.updated_at) ?? new Date(0).toISOString(),
        ...present({
          isActive: one.is_active ?? undefined,
          createdBy: textOf(one.created_by_handle),
          updatedBy: textOf(one.updated_by_handle),
        }),
      }));
      const because = 'The read was allowed: the organization has no front-end applications.';
      return {
        data: { applications },
        complete: true,
        ...(applications.length === 0 && { because }),
        truncated: false,
      };
    },
  },

  'rum.search': {
    async run(args, context) {
      const { query, order, limit } = args;
      const datadog = openDatadog(context);
      const { rows, outcome } = await readList({
        operation: 'rum.search',
        args,
        window: context.window,
        read: async (at) => {
          const body = bodyOf({ text: query.text, order, limit }, at);
          const { data, links, meta } = await datadog.search(RumEventsAnswer, '/api/v2/rum/events/search', body);
          return { rows: data ?? [], next: nextOf(meta, links), notes: notesOf(meta) };
        },
        empty: `The read was allowed, and no event that can be seen matches in this window. ${unseen}`,
      });
      return { data: { events: rows.map(tellEvent) }, ...outcome };
    },
  },

  'rum.aggregate': {
    guard(args, context) {
      guardFigures(args, context);
      const fields = args.query.groupBy.map(({ field }) => field);
      if (fields.some(isPartOfQuery)) {
        const remedy =
          'Group by the path of the address, such as @view.url_path: what users typed after it is not returned.';
        throw new Fault('refused', { rule: 'query and fragment of addresses' }, remedy);
      }
      const personal = fields.find(isPersonal);
      if (personal === undefined) return;
      const remedy = `Group by something other than ${personal}, such as @usr.id or @geo.country: what identifies a person is not returned.`;
      throw new Fault('refused', { rule: 'personal data of users' }, remedy);
    },
    async run({ query, stepSec, limit }, context) {
      const body = { ...bodyOfAggregation({ ...query, stepSec }, context.window) };
      const { data, meta } = await openDatadog(context).search(BucketsAnswer, '/api/v2/rum/analytics/aggregate', body);
      return answerFigures(
        { query, limit, unseen, clean },
        { buckets: data.buckets ?? [], meta, pathOf: figuresOfBucket },
      );
    },
  },
} satisfies DatadogOperations<keyof typeof rum.operations>;

function clean(text: string): string {
  return withoutEmail(plainAddress(text));
}

function readApplications(context: DatadogContext): Promise<z.infer<typeof ApplicationsAnswer>> {
  return offUnless('Real User Monitoring', () =>
    openDatadog(context).get(ApplicationsAnswer, '/api/v2/rum/applications'),
  );
}

function tellEvent({ id, attributes: event }: RumEvent): Event {
  const leaves = flatten(event.attributes, (path) => !isPartOfQuery(path) && !isPersonal(path));
  const attributes = Object.fromEntries(
    Object.entries(leaves).map(([path, value]) => [path, typeof value === 'string' ? clean(value) : value]),
  );
  const { type, 'application.name': name, 'application.id': application } = attributes;
  return {
    time: timeOf(event.timestamp) ?? event.timestamp,
    tags: tagsOf((event.tags ?? []).map(withoutEmail)),
    attributes,
    ...present({
      id: textOf(id),
      type: typeof type === 'string' ? type : undefined,
      application: [name, application].find((one) => typeof one === 'string'),
      service: textOf(event.service),
    }),
  };
}

/** The parts of an address that the vendor tells one by one as well. */
function isPartOfQuery(path: string): boolean {
  return /(?:^|[.@])(?:url_query|url_hash|url_fragment|query_string|queryString)(?:\.|$)/u.test(path);
}
