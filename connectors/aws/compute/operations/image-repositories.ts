/** Repositories of container images. */
import type { ImageTagMutability, Repository } from '@aws-sdk/client-ecr';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { known, timeOf } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion } from '../../access/regions.ts';

export const imageRepositoryOperations = {
  'compute.listImageRepositories': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ECRClient: Client, DescribeRepositoriesCommand } = await import('@aws-sdk/client-ecr');
      return answerPage(
        { operation: 'compute.listImageRepositories', args, region, what: 'image repositories' },
        async (nextToken) => {
          const command = new DescribeRepositoriesCommand({ nextToken, maxResults: args.limit });
          const answer = await ask(context, { call: 'ecr:DescribeRepositories', region, Client, command });
          return { items: answer.repositories ?? [], next: answer.nextToken };
        },
        (repositories) => ({ region, repositories: repositories.map(toRepository) }),
      );
    },
  },
} satisfies AwsOperations<'compute.listImageRepositories'>;

type Told = DataOf<'compute.listImageRepositories'>['repositories'][number];

function toRepository(repository: Repository): Told {
  const name = need(repository.repositoryName, 'repositories[].repositoryName');
  return {
    id: name,
    name,
    format: 'docker',
    ...known({
      url: repository.repositoryUri,
      tagMutability: mutabilityOf(repository.imageTagMutability),
      isScannedOnPush: repository.imageScanningConfiguration?.scanOnPush,
      encryptionKeyId: repository.encryptionConfiguration?.kmsKey,
      createdAt: timeOf(repository.createdAt),
    }),
  };
}

function mutabilityOf(told: ImageTagMutability | undefined): Told['tagMutability'] {
  switch (told) {
    case 'MUTABLE':
      return 'mutable';
    case 'IMMUTABLE':
      return 'immutable';
    case 'MUTABLE_WITH_EXCLUSION':
    case 'IMMUTABLE_WITH_EXCLUSION':
      return 'mixed';
    case undefined:
      return undefined;
  }
}
