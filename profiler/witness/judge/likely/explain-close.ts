/** What captures in a row cannot say: they saw one moment of the machine. */
import type { CaptureVector } from '../../bundle/vector/capture-vector.ts';
import { groupByOccasion, leastOccasions } from '../captures/occasions.ts';
import { type Caveat, caveat } from '../comparable/caveat.ts';

/** Of sides that have several captures and too few occasions for a verdict. */
export function explainClose(sides: readonly (readonly CaptureVector[])[], spacingMs: number): Caveat[] {
  return sides.flatMap((side) => {
    const captures = side.map((vector) => ({ vector }));
    if (groupByOccasion(captures, spacingMs).length >= leastOccasions || side.length < 2) return [];
    const version = side[0]?.request.version ?? '';
    return [
      caveat(
        `the ${side.length} captures of ${version} were taken in a row, within ${minutesOf(side)}: what the machine did in that time may explain a difference`,
        'nothing',
      ),
    ];
  });
}

/** From the beginning of the first window to the end of the last. */
function minutesOf(side: readonly CaptureVector[]): string {
  const starts = side.map(({ window }) => Date.parse(window.start_wall));
  const ends = side.map(({ window }, at) => (starts[at] ?? 0) + window.measured_ns / 1e6);
  const minutes = Math.max(1, Math.ceil((Math.max(...ends) - Math.min(...starts)) / 60_000));
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
