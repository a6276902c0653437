/** Services that Application Signals saw. */
import type { ServiceSummary } from '@aws-sdk/client-application-signals';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { readKept } from '../../cached-page.ts';
import { distinct, known } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';

const pageSize = 100;
const mostPages = 10;
/** Services are found by their traffic, so a window is always asked for. */
const usualWindowMs = 86_400_000;

export const serviceOperations = {
  'topology.listServices': {
    async run(args, { window: asked, nowMs, ...context }) {
      const region = chooseRegion(context, args.region);
      const window = asked ?? { fromMs: nowMs - usualWindowMs, toMs: nowMs };
      const seen = `services seen ${asked === undefined ? 'within the last 24 hours' : 'in this window'}`;
      const { ApplicationSignalsClient: Client, ListServicesCommand } =
        await import('@aws-sdk/client-application-signals');
      return answerPage(
        { operation: 'topology.listServices', args, region, what: seen },
        (after) =>
          readKept<ServiceSummary>(after, {
            limit: args.limit,
            size: pageSize,
            pages: args.name === undefined ? 1 : mostPages,
            keep: ({ KeyAttributes = {} }) => args.name === undefined || nameIn(KeyAttributes) === args.name,
            async read(NextToken, MaxResults) {
              const command = new ListServicesCommand({
                StartTime: new Date(window.fromMs),
                EndTime: new Date(window.toMs),
                MaxResults,
                ...known({ NextToken }),
              });
              const answer = await ask(context, {
                call: 'application-signals:ListServices',
                region,
                Client,
                command,
              });
              return { items: need(answer.ServiceSummaries, 'ServiceSummaries'), next: answer.NextToken };
            },
          }),
        (services) => ({ region, services: services.map(toService) }),
      );
    },
  },
} satisfies AwsOperations<'topology.listServices'>;

type Service = DataOf<'topology.listServices'>['services'][number];
type Attributes = Readonly<Record<string, string>>;

function toService({ KeyAttributes, AttributeMaps, ServiceGroups }: ServiceSummary): Service {
  const key = need(KeyAttributes, 'ServiceSummaries[].KeyAttributes');
  const groups = (ServiceGroups ?? []).map(({ GroupName = '', GroupValue = '' }): Attributes => ({
    [GroupName]: GroupValue,
  }));
  return {
    name: need(nameIn(key), 'ServiceSummaries[].KeyAttributes.Name'),
    ...known({ kind: key['ResourceType'] ?? key['Type'], environment: key['Environment'] }),
    languages: [],
    dependsOn: [],
    links: [],
    contacts: [],
    attributes: joined(AttributeMaps ?? []),
    tags: joined(groups),
  };
}

/** A resource, which is not a service, has an identifier in place of a name. */
function nameIn({ Name, Identifier }: Attributes): string | undefined {
  return Name ?? Identifier;
}

/** One record; a key in several of them has all their values. */
function joined(maps: readonly Attributes[]): Record<string, string> {
  const keys = distinct(maps.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(keys.map((key) => [key, distinct(maps.map((one) => one[key])).join(',')]));
}
