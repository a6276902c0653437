/** What both kinds of coverage ask alike, and how the groups of their answers are named in the catalog's words. */
import type { GroupDefinition } from '@aws-sdk/client-cost-explorer';
import type { ResolvedWindow } from '../../../catalog/window.ts';
import { type Granularity, type Period, periodOf } from './periods.ts';

const dimensions = {
  account: 'LINKED_ACCOUNT',
  cacheEngine: 'CACHE_ENGINE',
  databaseEngine: 'DATABASE_ENGINE',
  deploymentOption: 'DEPLOYMENT_OPTION',
  instanceFamily: 'INSTANCE_FAMILY',
  instanceType: 'INSTANCE_TYPE',
  operatingSystem: 'OPERATING_SYSTEM',
  platform: 'PLATFORM',
  region: 'REGION',
  service: 'SERVICE',
  tenancy: 'TENANCY',
  zone: 'AZ',
} as const;

export interface CoverageArguments {
  readonly granularity?: 'daily' | 'monthly' | undefined;
  readonly groupBy: readonly (keyof typeof dimensions)[];
}

interface CoverageQuestion {
  readonly TimePeriod: Period;
  readonly Granularity: 'DAILY' | 'MONTHLY' | undefined;
  readonly GroupBy: GroupDefinition[] | undefined;
}

/** Days, unless months are asked for: coverage of a group, or of the whole, is that of exactly the days of the window. */
export function coverageOver(
  window: ResolvedWindow | undefined,
  { granularity, groupBy }: CoverageArguments,
): CoverageQuestion {
  const step: Granularity = granularity ?? 'daily';
  return {
    TimePeriod: periodOf(window, step),
    Granularity: granularity === undefined ? undefined : upper[granularity],
    GroupBy: groupBy.length === 0 ? undefined : groupBy.map((name) => ({ Type: 'DIMENSION', Key: dimensions[name] })),
  };
}

const upper = { daily: 'DAILY', monthly: 'MONTHLY' } as const;

/** AWS names the attributes of a group like its dimensions, but not with the same letters: `instanceType`, `INSTANCE_TYPE`. */
const names: ReadonlyMap<string, string> = new Map([
  ...Object.entries(dimensions).map(([name, key]): [string, string] => [lettersOf(key), name]),
  ['availabilityzone', 'zone'],
]);

export function groupIn(attributes: Readonly<Record<string, string>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes ?? {}).map(([attribute, value]) => [names.get(lettersOf(attribute)) ?? attribute, value]),
  );
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
