import type { DatadogOperations } from '../datadog-operations.ts';
import { type Datadog, openDatadog } from '../client.ts';
import type { incidents } from './manifest.ts';
import { type At, offsetAfter, type Page, readList } from '../paging.ts';
import { IncidentSearchAnswer, IncidentsAnswer, OneIncidentAnswer } from './schema.ts';
import { attachmentsOf, type Incident, tellIncident } from './to-incident.ts';
import { receivedIn } from '../../../src/core/rows.ts';

const hidden = 'Private incidents are visible only to those who are part of them.';

export const incidentsOperations = {
  'incidents.list': {
    async run(args, context) {
      const { query, states, limit } = args;
      const datadog = openDatadog(context);
      // A state is part of the search where it stands alone; beside a text that may hold an OR, it is looked for here.
      const text = query?.text ?? (states === undefined ? undefined : `state:(${states.join(' OR ')})`);
      const { rows, outcome } = await readList({
        operation: 'incidents.list',
        args,
        read: (at) =>
          text === undefined ? readIncidents(datadog, limit, at) : searchIncidents(datadog, { text, size: limit }, at),
        keep: ({ state }) => states === undefined || (state !== undefined && states.includes(state)),
        empty: `The read was allowed, and ${text === undefined ? 'there are no incidents' : 'no incident matches'} that can be seen. ${hidden}`,
      });
      return { data: { incidents: [...rows] }, ...outcome };
    },
  },

  'incidents.get': {
    async run({ id }, context) {
      const path = `/api/v2/incidents/${encodeURIComponent(id)}`;
      const { data, included } = await openDatadog(context).get(OneIncidentAnswer, path, {
        include: 'users,attachments',
      });
      return {
        data: { ...tellIncident(data, included), attachments: attachmentsOf(included) },
        complete: true,
        truncated: false,
      };
    },
  },
} satisfies DatadogOperations<keyof typeof incidents.operations>;

async function readIncidents(datadog: Datadog, size: number, at: At): Promise<Page<Incident>> {
  const { data, included, meta } = await datadog.get(IncidentsAnswer, '/api/v2/incidents', {
    include: 'users',
    'page[size]': String(size),
    'page[offset]': at.mark ?? '0',
  });
  const rows = data.map((one) => tellIncident(one, included));
  return { rows, next: nextOffset(at, meta?.pagination?.next_offset, receivedIn(data)) };
}

async function searchIncidents(
  datadog: Datadog,
  { text, size }: { readonly text: string; readonly size: number },
  at: At,
): Promise<Page<Incident>> {
  const { data, included, meta } = await datadog.get(IncidentSearchAnswer, '/api/v2/incidents/search', {
    query: text,
    include: 'users',
    'page[size]': String(size),
    'page[offset]': at.mark ?? '0',
  });
  const { incidents, total } = data.attributes;
  const next = nextOffset(at, meta?.pagination?.next_offset, receivedIn(incidents));
  return {
    rows: incidents.map((one) => tellIncident(one.data, included)),
    next: total != null && Number(next) >= total ? undefined : next,
    notes:
      next === undefined && total != null && total > Number(at.mark ?? 0) + receivedIn(incidents)
        ? [moreThanListed]
        : [],
  };
}

const moreThanListed = 'Datadog counts more incidents than it returns: narrow the query.';

/** The vendor names a next offset after the last page too. */
function nextOffset(at: At, told: number | null | undefined, rows: number): string | undefined {
  const counted = offsetAfter(at, rows);
  return counted === undefined || told == null ? counted : String(told);
}
