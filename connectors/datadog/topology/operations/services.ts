/**
 * Services of the software catalog. The vendor has two interfaces for it: the newer one knows services
 * that nobody defined too; the older one answers where the newer is not offered.
 */
import type { DatadogOperations } from '../../datadog-operations.ts';
import { Fault } from '../../../../src/core/fault.ts';
import { type Datadog, openDatadog } from '../../client.ts';
import { type At, offsetAfter, type Page, pageAfter, readList } from '../../paging.ts';
import { DefinitionsAnswer, EntitiesAnswer } from '../schema.ts';
import { type Service, tellDefinition, tellEntity } from '../to-service.ts';
import { receivedIn } from '../../../../src/core/rows.ts';

/** A mark of the older interface's pages. */
const older = 'definitions:';

const notes = {
  older:
    'Read from the service definitions, because this site does not offer the newer software catalog: services that nobody defined are missing.',
};

export const serviceOperations = {
  'topology.listServices': {
    guard({ region, window }) {
      if (region !== undefined) throw notHere('region', 'services have no regions here');
      if (window !== undefined) throw notHere('window', 'the software catalog does not report when a service was seen');
    },
    async run(args, context) {
      const { name, limit } = args;
      const datadog = openDatadog(context);
      const { rows, outcome } = await readList({
        operation: 'topology.listServices',
        args,
        read: (at) => readServices(datadog, { name, size: limit }, at),
        keep: (service) => name === undefined || service.name === name,
        empty: () => explainEmpty(datadog, name),
      });
      return { data: { services: [...rows] }, ...outcome };
    },
  },
} satisfies DatadogOperations<'topology.listServices'>;

interface Wanted {
  readonly name: string | undefined;
  readonly size: number;
}

/** One page, of the older interface where the newer is not offered; `notes` then say so. */
export async function readServices(datadog: Datadog, wanted: Wanted, at: At): Promise<Page<Service>> {
  if (at.mark?.startsWith(older) === true) return readDefinitions(datadog, wanted, at);
  try {
    return await readEntities(datadog, wanted, at);
  } catch (error) {
    const isMissing =
      error instanceof Fault && (error.kind === 'not_found_or_hidden' || error.kind === 'wrong_endpoint');
    if (!isMissing || at.mark !== undefined) throw error;
    return readDefinitions(datadog, wanted, at);
  }
}

async function readEntities(datadog: Datadog, { name, size }: Wanted, at: At): Promise<Page<Service>> {
  const { data, included } = await datadog.get(EntitiesAnswer, '/api/v2/catalog/entity', {
    'filter[kind]': 'service',
    'filter[name]': name,
    'page[limit]': String(size),
    'page[offset]': at.mark ?? '0',
    include: 'schema',
    includeDiscovered: 'true',
  });
  const schemas = new Map((included ?? []).map((one) => [one.id, one.attributes?.schema ?? undefined]));
  const rows = (data ?? []).map((one) => tellEntity(one, schemas.get(one.relationships?.schema?.data?.id)));
  return { rows, next: offsetAfter(at, receivedIn(data ?? [])) };
}

async function readDefinitions(datadog: Datadog, { size }: Wanted, { mark, window }: At): Promise<Page<Service>> {
  const page = mark?.slice(older.length);
  const { data } = await datadog.get(DefinitionsAnswer, '/api/v2/services/definitions', {
    'page[size]': String(size),
    'page[number]': page ?? '0',
    schema_version: 'v2.2',
  });
  const rows = (data ?? []).map(({ attributes }) => tellDefinition(attributes.schema));
  const next = pageAfter({ mark: page, window }, receivedIn(data ?? []));
  return { rows, next: next === undefined ? undefined : `${older}${next}`, notes: [notes.older] };
}

/** After an empty answer: does the other interface know any service? */
async function explainEmpty(datadog: Datadog, name: string | undefined): Promise<string> {
  const asked = name === undefined ? 'the software catalog holds no service' : 'no service has this name';
  const others = await anyDefinition(datadog);
  return `The read was allowed: ${asked}. ${others} Services whose viewers are restricted are omitted without notice.`;
}

async function anyDefinition(datadog: Datadog): Promise<string> {
  try {
    const query = { 'page[size]': '1', 'page[number]': '0', schema_version: 'v2.2' };
    const { data } = await datadog.get(DefinitionsAnswer, '/api/v2/services/definitions', query);
    return (data ?? []).length > 0 ? 'Others are defined.' : 'None is defined at all.';
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `Whether any is defined could not be checked (${error.kind}).`;
  }
}

function notHere(field: string, why: string): Fault {
  return new Fault('invalid_arguments', { field }, `Leave it out: ${why}.`);
}
