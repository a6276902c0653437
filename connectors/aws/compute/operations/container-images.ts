/** Images of one repository, archived ones included. */
import type { ImageDetail } from '@aws-sdk/client-ecr';
import type { DataOf } from '../../../../catalog/index.ts';
import { ask } from '../../access/ask.ts';
import { need } from '../../access/need.ts';
import type { AwsOperations } from '../../aws-operations.ts';
import { distinct, known, timeOf } from '../../members.ts';
import { answerPage } from '../../paging.ts';
import { chooseRegion, partitionOf } from '../../access/regions.ts';

export const containerImageOperations = {
  'compute.listContainerImages': {
    async run(args, context) {
      const region = chooseRegion(context, args.region);
      const { ECRClient: Client, DescribeImagesCommand } = await import('@aws-sdk/client-ecr');
      return answerPage(
        { operation: 'compute.listContainerImages', args, region, what: `images in ${args.repository}` },
        async (nextToken) => {
          const command = new DescribeImagesCommand({
            repositoryName: args.repository,
            // Otherwise ECR returns only active images.
            filter: { imageStatus: 'ANY' },
            nextToken,
            maxResults: args.limit,
          });
          const answer = await ask(context, { call: 'ecr:DescribeImages', region, Client, command });
          return { items: answer.imageDetails ?? [], next: answer.nextToken };
        },
        (images) => ({ region, images: images.map((image) => toImage(image, region)) }),
      );
    },
  },
} satisfies AwsOperations<'compute.listContainerImages'>;

type Told = DataOf<'compute.listContainerImages'>['images'][number];

function toImage(image: ImageDetail, region: string): Told {
  const digest = need(image.imageDigest, 'imageDetails[].imageDigest');
  return {
    digest,
    tags: distinct(image.imageTags ?? []),
    ...known({
      url: urlOf(image, region),
      state: image.imageStatus,
      sizeBytes: image.imageSizeInBytes,
      mediaType: image.imageManifestMediaType,
      pushedAt: timeOf(image.imagePushedAt),
      lastPulledAt: timeOf(image.lastRecordedPullTime),
      scan: scanOf(image),
    }),
  };
}

/** The address that a container runtime pulls: https://docs.aws.amazon.com/AmazonECR/latest/userguide/Registries.html */
function urlOf({ registryId, repositoryName, imageDigest }: ImageDetail, region: string): string | undefined {
  if (registryId === undefined || repositoryName === undefined) return undefined;
  const domain = partitionOf(region) === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `${registryId}.dkr.ecr.${region}.${domain}/${repositoryName}@${imageDigest}`;
}

/** Absent for an image that was never scanned. */
function scanOf({ imageScanStatus, imageScanFindingsSummary: found }: ImageDetail): Told['scan'] {
  if (imageScanStatus === undefined && found === undefined) return undefined;
  const counts = Object.entries(found?.findingSeverityCounts ?? {}).flatMap(([severity, count]): [string, number][] =>
    count === undefined ? [] : [[severity, count]],
  );
  return {
    findingsBySeverity: Object.fromEntries(counts),
    ...known({
      state: imageScanStatus?.status,
      reason: imageScanStatus?.description,
      completedAt: timeOf(found?.imageScanCompletedAt),
    }),
  };
}
