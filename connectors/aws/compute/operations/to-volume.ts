/** From the shape of `DescribeVolumes` to ours. */
import type { Volume, VolumeAttachment } from '@aws-sdk/client-ec2';
import type { DataOf } from '../../../../catalog/index.ts';
import { need } from '../../access/need.ts';
import { bytesOfGib, bytesOfMib } from '../../units.ts';
import { distinct, known, nameIn, tagsOf, timeOf } from '../../members.ts';

type Told = DataOf<'compute.listVolumes'>['volumes'][number];

export function toVolume(volume: Volume): Told {
  const { Attachments = [], Tags } = volume;
  return {
    id: need(volume.VolumeId, 'Volumes[].VolumeId'),
    state: need(volume.State, 'Volumes[].State'),
    ...known({ type: volume.VolumeType }),
    ...known({ sizeBytes: bytesOfGib(volume.Size) }),
    zones: distinct([volume.AvailabilityZone]),
    ...known({ isEncrypted: volume.Encrypted }),
    attachments: Attachments.map(toAttachment),
    tags: tagsOf(Tags),
    ...known({
      name: nameIn(Tags),
      iops: volume.Iops,
      throughputBytesPerSec: bytesOfMib(volume.Throughput),
      encryptionKeyId: volume.KmsKeyId,
      sourceSnapshotId: volume.SnapshotId,
      createdAt: timeOf(volume.CreateTime),
    }),
  };
}

/** A volume of a managed service is attached to a resource of that service instead of to a machine. */
function toAttachment(attachment: VolumeAttachment): Told['attachments'][number] {
  return {
    instanceId: need(
      attachment.InstanceId ?? attachment.AssociatedResource ?? attachment.InstanceOwningService,
      'Volumes[].Attachments[].InstanceId',
    ),
    ...known({ device: attachment.Device, state: attachment.State, attachedAt: timeOf(attachment.AttachTime) }),
  };
}
