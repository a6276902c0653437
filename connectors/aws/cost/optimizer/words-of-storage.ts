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
