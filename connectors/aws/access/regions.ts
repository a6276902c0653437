/** Which region a call goes to: one that the customer configured, or the home of a service that has only one. */
import { Fault } from '../../../src/core/fault.ts';
import type { AwsContext } from './context.ts';

/** Services with one endpoint for a whole partition, and the region that signs for it. */
const homes = { aws: 'us-east-1', 'aws-cn': 'cn-northwest-1', 'aws-us-gov': 'us-gov-west-1' } as const;

type Partition = keyof typeof homes;

export function configuredRegions({ config }: Pick<AwsContext, 'config'>): readonly [string, ...string[]] {
  const [first, ...others] = (config.text('AWS_REGIONS') ?? '').split(',');
  if (first === undefined || first === '') {
    throw new Fault('not_configured', { variable: 'AWS_REGIONS' }, 'Set AWS_REGIONS.');
  }
  return [first, ...others];
}

/** @throws Fault `invalid_arguments` for a region that is not configured. */
export function chooseRegion(context: Pick<AwsContext, 'config'>, wanted: string | undefined): string {
  const regions = configuredRegions(context);
  if (wanted === undefined) return regions[0];
  if (regions.includes(wanted)) return wanted;
  throw new Fault(
    'invalid_arguments',
    { field: 'region' },
    `Name one of the configured regions: ${regions.join(', ')}. The operator adds others to AWS_REGIONS.`,
  );
}

export function partitionOf(region: string): Partition {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}

/** Region of the services that are not regional: identity, organizations, cost, hosted zones. */
export function homeRegion(context: Pick<AwsContext, 'config'>): string {
  return homes[partitionOf(configuredRegions(context)[0])];
}
