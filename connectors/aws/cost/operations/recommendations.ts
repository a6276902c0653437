/** Resources that are too large, too small or idle, as Compute Optimizer found them in one region. */
import type { ArgumentsOf, DataOf } from '../../../../catalog/index.ts';
import type { Answer } from '../../../../src/connector/connector.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { type Missing, readPart, withMissing } from '../../parts.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';
import { checkEnrolment, readEnrolment } from '../optimizer/enrolment.ts';
import { readDatabases } from '../optimizer/databases.ts';
import { readFunctions } from '../optimizer/functions.ts';
import { readGroups, readInstances } from '../optimizer/instances.ts';
import { readVolumes } from '../optimizer/volumes.ts';
import type { Failure, Reader } from '../optimizer/read-page.ts';

type ResourceType = ArgumentsOf<'cost.listRecommendations'>['resourceType'];

const readers: Readonly<Partial<Record<ResourceType, Reader>>> = {
  autoScalingGroup: readGroups,
  database: readDatabases,
  function: readFunctions,
  instance: readInstances,
  volume: readVolumes,
};

export const recommendationOperations = {
  'cost.listRecommendations': {
    guard({ resourceType, zone }) {
      readerFor(resourceType);
      if (zone === undefined) return;
      throw new Fault(
        'invalid_arguments',
        { field: 'zone' },
        'Name a region instead: AWS stores recommendations by region.',
      );
    },
    async run(args, context): Promise<Answer<DataOf<'cost.listRecommendations'>>> {
      const region = chooseRegion(context, args.region);
      const { resourceType, limit } = args;
      const missing: Missing = [];
      if (args.cursor === undefined) {
        const enrolment = await readPart(missing, 'Whether this account is enrolled', () =>
          readEnrolment(context, region),
        );
        if (enrolment !== undefined) checkEnrolment(enrolment, missing);
      }
      let failures: readonly Failure[] = [];
      const answer = await answerPage(
        { operation: 'cost.listRecommendations', args, region, what: `recommendations for the kind ${resourceType}` },
        async (nextToken) => {
          const { errors, ...page } = await readerFor(resourceType)({ context, region, limit, nextToken });
          failures = errors;
          return page;
        },
        (recommendations) => ({
          location: region,
          recommendations: [...recommendations],
          failures: [...failures],
        }),
      );
      return withMissing(answer, missing);
    },
  },
} satisfies AwsOperations<'cost.listRecommendations'>;

/** @throws Fault `invalid_arguments` for a kind that Compute Optimizer is not asked about. */
function readerFor(resourceType: ResourceType): Reader {
  const reader = readers[resourceType];
  if (reader !== undefined) return reader;
  throw new Fault(
    'invalid_arguments',
    { field: 'resourceType' },
    `Ask for one of ${Object.keys(readers).join(', ')}: this connector reads no other recommendations.`,
  );
}
