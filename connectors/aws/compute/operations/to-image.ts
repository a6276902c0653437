/** From the shape of `DescribeImages` to ours. */
import type { Image } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { distinct, known, tagsOf } from '../../members.ts';
import { timeOfText } from '../../units.ts';

export function toImage(image: Image): DataOf<'compute.listImages'>['images'][number] {
  const { BlockDeviceMappings = [], Tags } = image;
  return {
    id: need(image.ImageId, 'Images[].ImageId'),
    state: need(image.State, 'Images[].State'),
    ...known({ ownerId: image.OwnerId }),
    ...known({ isPublic: image.Public }),
    snapshotIds: distinct(BlockDeviceMappings.map(({ Ebs }) => Ebs?.SnapshotId)),
    tags: tagsOf(Tags),
    ...known({
      name: image.Name,
      description: image.Description,
      stateReason: image.StateReason?.Message,
      architecture: image.Architecture,
      platform: image.PlatformDetails,
      rootDeviceType: image.RootDeviceType,
      sourceImageId: image.SourceImageId,
      sourceInstanceId: image.SourceInstanceId,
      createdAt: timeOfText(image.CreationDate, 'Images[].CreationDate'),
      deprecatedAt: timeOfText(image.DeprecationTime, 'Images[].DeprecationTime'),
      lastLaunchedAt: timeOfText(image.LastLaunchedTime, 'Images[].LastLaunchedTime'),
    }),
  };
}
