import type { DataOf } from '../../../../catalog/index.ts';
import { Fault } from '../../../../src/core/fault.ts';
import type { DockerImage, Repository } from '../schema.ts';
import { ask } from '../../ask.ts';
import { type GcpOperations, projectOf } from '../../context.ts';
import { outcomeOf, readList } from '../../paging.ts';
import { lastPart, noneOf, partAfter, present, timeOf, wholeNumber } from '../../wording.ts';

type ToldRepository = DataOf<'compute.listImageRepositories'>['repositories'][number];
type ToldImage = DataOf<'compute.listContainerImages'>['images'][number];

export const imageOperations: GcpOperations<'compute.listContainerImages' | 'compute.listImageRepositories'> = {
  'compute.listImageRepositories': {
    async run(args, context) {
      const location = needRegion(args.region);
      const list = await readList({
        operation: 'compute.listImageRepositories',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'artifactregistry.projects.locations.repositories.list', {
            path: { project: projectOf(context), location },
            query: { pageSize: String(args.limit), pageToken },
          });
          return { rows: answer.repositories, nextPageToken: answer.nextPageToken };
        },
        empty: noneOf(`repositories in ${location}`, projectOf(context)),
      });
      return { data: { region: location, repositories: list.rows.map(tellRepository) }, ...outcomeOf(list) };
    },
  },

  'compute.listContainerImages': {
    async run(args, context) {
      const { project, location, repository } = placeOf(args.repository, projectOf(context), args.region);
      const list = await readList({
        operation: 'compute.listContainerImages',
        args,
        read: async ({ pageToken }) => {
          const answer = await ask(context, 'artifactregistry.projects.locations.repositories.dockerImages.list', {
            path: { project, location, repository },
            query: { pageSize: String(args.limit), pageToken },
          });
          return { rows: answer.dockerImages, nextPageToken: answer.nextPageToken };
        },
        empty: `The read was allowed: ${repository} in ${location} holds no container images.`,
      });
      return { data: { region: location, images: list.rows.map(tellImage) }, ...outcomeOf(list) };
    },
  },
};

/** The vendor has no list over all places. */
function needRegion(region: string | undefined): string {
  if (region !== undefined) return region;
  throw new Fault(
    'invalid_arguments',
    { field: 'region' },
    'Name the region of the repositories, such as europe-west1, or europe, us or asia for those of several regions.',
  );
}

interface Place {
  readonly project: string;
  readonly location: string;
  readonly repository: string;
}

/** A repository of another project is not asked for: the question would leave what the customer configured. */
function placeOf(repository: string, project: string, region: string | undefined): Place {
  if (!repository.includes('/')) return { project, location: needRegion(region), repository };
  const match = /^projects\/([^/]+)\/locations\/([^/]+)\/repositories\/([^/]+)$/u.exec(repository);
  const [, named, location = '', name = ''] = match ?? [];
  if (named === project) return { project, location, repository: name };
  throw new Fault(
    'invalid_arguments',
    { field: 'repository' },
    `Give an id of compute.listImageRepositories, in the project ${project}.`,
  );
}

function tellRepository(one: Repository): ToldRepository {
  const scanning = one.vulnerabilityScanningConfig?.enablementState;
  return {
    id: one.name,
    name: lastPart(one.name),
    format: (one.format ?? 'unknown').toLowerCase(),
    tags: one.labels,
    ...present({
      url: one.registryUri,
      description: one.description,
      tagMutability: mutabilityOf(one),
      isScannedOnPush: scanning === undefined ? undefined : scanning === 'SCANNING_ACTIVE',
      encryptionKeyId: one.kmsKeyName,
      sizeBytes: wholeNumber(one.sizeBytes),
      createdAt: timeOf(one.createTime),
      updatedAt: timeOf(one.updateTime),
    }),
  };
}

function mutabilityOf({ format, dockerConfig }: Repository): ToldRepository['tagMutability'] {
  if (format !== 'DOCKER') return undefined;
  return dockerConfig?.immutableTags === true ? 'immutable' : 'mutable';
}

function tellImage(one: DockerImage): ToldImage {
  const platforms = one.imageManifests.flatMap(({ os, architecture }) =>
    os === undefined || architecture === undefined ? [] : [`${os}/${architecture}`],
  );
  return {
    digest: partAfter(one.name, 'dockerImages')?.replace(/^[^@]*@/u, '') ?? one.name,
    tags: one.tags,
    ...present({
      url: one.uri,
      sizeBytes: wholeNumber(one.imageSizeBytes),
      mediaType: one.mediaType,
      platforms: platforms.length === 0 ? undefined : platforms,
      pushedAt: timeOf(one.uploadTime),
      builtAt: timeOf(one.buildTime),
    }),
  };
}
