/** Records of one hosted zone. A place in the list is the record it begins with, so that a page ends anywhere. */
import { z } from 'zod';
import type { ResourceRecordSet, RRType } from '@aws-sdk/client-route-53';
import type { ArgumentsOf } from '../../../../../catalog/index.ts';
import { Fault } from '../../../../../src/core/fault.ts';
import { ask } from '../../../access/ask.ts';
import type { AwsContext } from '../../../access/context.ts';
import { need } from '../../../access/need.ts';
import type { AwsOperations } from '../../../aws-operations.ts';
import { answerPage, type Page } from '../../../paging.ts';
import { homeRegion } from '../../../access/regions.ts';
import { normalName } from './names.ts';
import { toRecord } from './to-record.ts';

/** Of the vendor's. */
const mostInPage = 300;
/** Searched for a type without a name: only a name is something the list can begin with. */
const pagesLookedThrough = 10;

export const recordOperations = {
  'dns.listRecords': {
    async run(args, context) {
      const answer = await answerPage(
        { operation: 'dns.listRecords', args, region: homeRegion(context), what: 'records' },
        (after) => readRecords(context, args, after === undefined ? firstPlace(args) : parsePlace(after)),
        (records) => ({ records: records.map(toRecord) }),
      );
      return answer.data.records.length > 0 ? answer : { ...answer, because: emptyBecause(args, answer.truncated) };
    },
  },
} satisfies AwsOperations<'dns.listRecords'>;

type Asked = ArgumentsOf<'dns.listRecords'>;

const Place = z.strictObject({ name: z.string(), type: z.string(), id: z.string().optional() });
/** The record a page begins with. */
type Place = Partial<z.infer<typeof Place>>;

function firstPlace({ name, type }: Asked): Place {
  if (name === undefined) return {};
  return { name: normalName(name), ...(type !== undefined && { type }) };
}

async function readRecords(context: AwsContext, asked: Asked, first: Place): Promise<Page<ResourceRecordSet>> {
  const kept: ResourceRecordSet[] = [];
  let place = first;
  for (let count = 1; count <= pagesLookedThrough; count += 1) {
    const { items, next } = await readPage(context, asked, place);
    for (const record of items) {
      const here = placeOf(record);
      if (isBeyond(asked, here)) return { items: kept };
      if (asked.type !== undefined && record.Type !== asked.type) continue;
      if (kept.length === asked.limit) return { items: kept, next: JSON.stringify(here) };
      kept.push(record);
    }
    if (next === undefined || isBeyond(asked, next)) return { items: kept };
    place = next;
    if (kept.length === asked.limit) break;
  }
  return { items: kept, next: JSON.stringify(place) };
}

interface RecordPage {
  readonly items: readonly ResourceRecordSet[];
  readonly next: Place | undefined;
}

async function readPage(context: AwsContext, { zone, limit, type, name }: Asked, place: Place): Promise<RecordPage> {
  const { Route53Client: Client, ListResourceRecordSetsCommand } = await import('@aws-sdk/client-route-53');
  const looksThrough = type !== undefined && name === undefined;
  const command = new ListResourceRecordSetsCommand({
    HostedZoneId: zone,
    StartRecordName: place.name,
    // Route 53 itself rejects an unknown type and lists those that it has.
    StartRecordType: place.type as RRType | undefined,
    StartRecordIdentifier: place.id,
    MaxItems: looksThrough ? mostInPage : Math.min(limit, mostInPage),
  });
  const region = homeRegion(context);
  const page = await ask(context, { call: 'route53:ListResourceRecordSets', region, Client, command });
  const { NextRecordName, NextRecordType, NextRecordIdentifier } = page;
  return {
    items: page.ResourceRecordSets ?? [],
    next:
      page.IsTruncated === true
        ? {
            name: need(NextRecordName, 'NextRecordName'),
            type: need(NextRecordType, 'NextRecordType'),
            ...(NextRecordIdentifier !== undefined && { id: NextRecordIdentifier }),
          }
        : undefined,
  };
}

function placeOf({ Name, Type, SetIdentifier }: ResourceRecordSet): Place {
  return {
    name: need(Name, 'ResourceRecordSets[].Name'),
    type: need(Type, 'ResourceRecordSets[].Type'),
    ...(SetIdentifier !== undefined && { id: SetIdentifier }),
  };
}

/** Records are sorted by name, those of one name by type: what follows the ones asked for need not be read. */
function isBeyond({ name, type }: Asked, place: Place): boolean {
  if (name === undefined) return false;
  if (place.name === undefined || normalName(place.name) !== normalName(name)) return true;
  return type !== undefined && place.type !== type;
}

function parsePlace(after: string): Place {
  try {
    return Place.parse(JSON.parse(after));
  } catch (cause) {
    const remedy = 'Leave the cursor out to begin the list again.';
    throw new Fault('invalid_arguments', { field: 'cursor' }, remedy, { cause });
  }
}

function emptyBecause({ name, type, cursor }: Asked, hasMore: boolean): string {
  const wanted = [type, name].filter((one) => one !== undefined).join(' ');
  if (hasMore) return `None of the records read so far is of type ${wanted}: continue with nextCursor.`;
  const which = ['no', cursor !== undefined && 'further', 'record', wanted].filter(Boolean).join(' ');
  return `The read was allowed, and this zone has ${which}.`;
}
