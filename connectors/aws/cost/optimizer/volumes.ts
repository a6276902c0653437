/** Volumes of virtual machines. */
import type { VolumeConfiguration, VolumeRecommendation } from '@aws-sdk/client-compute-optimizer';
import { need } from '../../access/need.ts';
import { askPage, type Reader, toPage } from './read-page.ts';
import { byRank, nameInArn, type Recommendation, toOption, toRecommendation } from './to-recommendation.ts';
import { Fault } from '../../../../src/core/fault.ts';

interface Storage {
  readonly type: string | undefined;
  readonly sizeGib: number | undefined;
  readonly iops: number | undefined;
  readonly throughputMib: number | undefined;
}

/** Such as `gp3, 100 GiB, 3000 IOPS, 125 MiB/s`. @throws Fault `upstream_changed` when it has no member at all. */
export function wordsOfStorage({ type, sizeGib, iops, throughputMib }: Storage): string {
  const words = [
    ...(type === undefined ? [] : [type]),
    ...(sizeGib === undefined ? [] : [`${sizeGib} GiB`]),
    ...(iops === undefined ? [] : [`${iops} IOPS`]),
    ...(throughputMib === undefined ? [] : [`${throughputMib} MiB/s`]),
  ];
  if (words.length > 0) return words.join(', ');
  throw new Fault(
    'upstream_changed',
    { path: 'configuration' },
    'Report it to Farol: AWS proposed storage without saying which.',
  );
}

export const readVolumes: Reader = async (asked) => {
  const { GetEBSVolumeRecommendationsCommand } = await import('@aws-sdk/client-compute-optimizer');
  const answer = await askPage(
    asked,
    'compute-optimizer:GetEBSVolumeRecommendations',
    GetEBSVolumeRecommendationsCommand,
  );
  return toPage(answer, answer.volumeRecommendations, toVolume);
};

/** AWS gives no reasons for volumes. */
function toVolume(assessed: VolumeRecommendation): Recommendation {
  const resource = need(assessed.volumeArn, 'volumeRecommendations[].volumeArn');
  const { currentConfiguration: current, volumeRecommendationOptions: options = [] } = assessed;
  return toRecommendation(assessed, {
    resource,
    name: nameInArn(resource),
    finding: need(assessed.finding, 'volumeRecommendations[].finding'),
    options: byRank(options.map((option) => toOption(option, wordsOf(option.configuration ?? {})))),
    current: current === undefined ? undefined : wordsOf(current),
  });
}

function wordsOf(volume: VolumeConfiguration): string {
  return wordsOfStorage({
    type: volume.volumeType,
    sizeGib: volume.volumeSize,
    iops: volume.volumeBaselineIOPS,
    throughputMib: volume.volumeBaselineThroughput,
  });
}
