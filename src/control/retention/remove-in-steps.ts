import { setImmediate } from 'node:timers/promises';

const rowsAtOnce = 2000;

/**
 * Some rows at a time: an organization may have millions, and others wait meanwhile.
 *
 * @param removeSome removes at most so many rows, and returns how many it removed.
 */
export async function removeInSteps(
  isStopped: () => boolean,
  removeSome: (limit: number) => Promise<number>,
): Promise<void> {
  let removed = rowsAtOnce;
  while (removed >= rowsAtOnce && !isStopped()) {
    removed = await removeSome(rowsAtOnce);
    await setImmediate();
  }
}
