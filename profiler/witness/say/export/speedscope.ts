/** A file for speedscope: CPU time in nanoseconds, one profile for each side. */
import { jsonToShow } from '../../../../src/core/text/hidden-characters.ts';
import type { Frame } from './read-frame.ts';
import { type StackProfile, sum } from './stack-profile.ts';

interface SpeedscopeFrame {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
}

/** `profiles` in the order in which they are listed; the first is shown first. */
export function writeSpeedscope(profiles: readonly StackProfile[]): string {
  const frames: SpeedscopeFrame[] = [];
  const places = new Map<string, number>();
  const placeOf = (frame: Frame): number => {
    const written = writeFrame(frame);
    const key = JSON.stringify(written);
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = frames.push(written) - 1;
    places.set(key, place);
    return place;
  };
  const sampled = profiles.map((profile) => {
    const weights = profile.stacks.map(({ cpuNs }) => Math.round(cpuNs));
    return {
      type: 'sampled',
      name: `${profile.workload} ${profile.version}, CPU time of ${countOf(profile.captures)}`,
      unit: 'nanoseconds',
      startValue: 0,
      endValue: sum(weights),
      samples: profile.stacks.map((stack) => stack.frames.map(placeOf)),
      weights,
    };
  });
  const file = JSON.stringify({
    $schema: 'https://www.speedscope.app/file-format-schema.json',
    exporter: 'farol witness',
    name: profiles.map(({ workload, version }) => `${workload} ${version}`).join(' → '),
    activeProfileIndex: 0,
    shared: { frames },
    profiles: sampled,
  });
  return jsonToShow(file);
}

/** A module takes the place of an unknown file: functions of the same name in two modules are different ones. */
function writeFrame({ name, module, place }: Frame): SpeedscopeFrame {
  const file = place?.file ?? module;
  return { name, ...(file !== '' && { file }), ...(place?.line !== undefined && { line: place.line }) };
}

function countOf(captures: number): string {
  return captures === 1 ? '1 capture' : `${captures} captures`;
}
