/** Hosted zones. Route 53 has no regions: one list for the account. */
import type { HostedZone } from '@aws-sdk/client-route-53';
import type { ArgumentsOf } from '../../../../../catalog/index.ts';
import { ask } from '../../../access/ask.ts';
import { need } from '../../../access/need.ts';
import type { AwsOperations } from '../../../aws-operations.ts';
import { readKept } from '../../../cached-page.ts';
import { answerPage } from '../../../paging.ts';
import { homeRegion } from '../../../access/regions.ts';
import { normalName } from './names.ts';
import { toZone, toZoneDetails } from './to-zone.ts';

const mostInPage = 100;
/** Of a hundred zones each, searched for a name: the list itself cannot be asked for one. */
const pagesLookedThrough = 10;

export const zoneOperations = {
  'dns.listZones': {
    async run(args, context) {
      const region = homeRegion(context);
      const wanted = args.name === undefined ? undefined : normalName(args.name);
      const { Route53Client: Client, ListHostedZonesCommand } = await import('@aws-sdk/client-route-53');
      const answer = await answerPage(
        { operation: 'dns.listZones', args, region, what: 'hosted zones' },
        (after) =>
          readKept(after, {
            limit: args.limit,
            ...(wanted === undefined
              ? { size: args.limit }
              : {
                  size: mostInPage,
                  pages: pagesLookedThrough,
                  keep: ({ Name }: HostedZone) => Name !== undefined && normalName(Name) === wanted,
                }),
            read: async (Marker, size) => {
              const command = new ListHostedZonesCommand({ Marker, MaxItems: size });
              const page = await ask(context, { call: 'route53:ListHostedZones', region, Client, command });
              return {
                items: page.HostedZones ?? [],
                next: page.IsTruncated === true ? need(page.NextMarker, 'NextMarker') : undefined,
              };
            },
          }),
        (zones) => ({ zones: zones.map(toZone) }),
      );
      if (answer.data.zones.length > 0) return answer;
      return { ...answer, because: emptyBecause(args, answer.truncated) };
    },
  },

  'dns.getZone': {
    async run({ zone }, context) {
      const { Route53Client: Client, GetHostedZoneCommand } = await import('@aws-sdk/client-route-53');
      const answer = await ask(context, {
        call: 'route53:GetHostedZone',
        region: homeRegion(context),
        Client,
        command: new GetHostedZoneCommand({ Id: zone }),
      });
      return { data: { zone: toZoneDetails(answer) }, complete: true, truncated: false };
    },
  },
} satisfies AwsOperations<'dns.listZones' | 'dns.getZone'>;

function emptyBecause({ name, cursor }: ArgumentsOf<'dns.listZones'>, hasMore: boolean): string {
  if (hasMore) return `None of the zones read so far is named ${name}: continue with nextCursor.`;
  const which = ['no', cursor !== undefined && 'further', 'hosted zone', name !== undefined && `named ${name}`];
  return `The read was allowed, and this account has ${which.filter(Boolean).join(' ')}.`;
}
