/**
 * A profile for pprof, compressed. Of two sides, the samples of the baseline are negative and carry the label that
 * pprof gives to the base of a difference, so that its views read it as `-diff_base` does.
 */
import { printable } from '../../../../src/core/text/hidden-characters.ts';
import { gzipSync } from 'node:zlib';
import {
  Function as PprofFunction,
  Label,
  Line,
  Location,
  Mapping,
  Profile,
  Sample,
  StringTable,
  ValueType,
} from 'pprof-format';
import type { Frame } from './read-frame.ts';
import { type ProfiledStack, scaleTo, type StackProfile } from './stack-profile.ts';

const nanosPerMilli = 1_000_000n;

export function writePprof(profile: StackProfile): Buffer {
  const writer = new PprofWriter();
  writer.addStacks(profile.stacks, 1);
  return writer.finish(profile, [profile], [`${profile.workload} ${profile.version}: ${describeCaptures(profile)}`]);
}

/** The baseline is scaled to the time for which the head was measured, and a comment in the profile says so. */
export function writePprofDiff(baseline: StackProfile, head: StackProfile): Buffer {
  const writer = new PprofWriter();
  writer.addStacks(head.stacks, 1);
  writer.addStacks(scaleTo(baseline, head.measuredNs).stacks, -1);
  return writer.finish(
    head,
    [baseline, head],
    [
      `${head.workload}: ${baseline.version} → ${head.version}`,
      `baseline ${baseline.version}: ${describeCaptures(baseline)}, scaled to ${secondsOf(head.measuredNs)} s`,
      `head ${head.version}: ${describeCaptures(head)}`,
    ],
  );
}

class PprofWriter {
  readonly #strings = new StringTable();
  readonly #mappings = new Map<string, number>();
  readonly #locations = new Map<string, number>();
  readonly #functions: PprofFunction[] = [];
  readonly #located: Location[] = [];
  readonly #samples: Sample[] = [];

  addStacks(stacks: readonly ProfiledStack[], sign: 1 | -1): void {
    const text = (value: string): number => this.#strings.dedup(printable(value));
    const label = sign === 1 ? [] : [new Label({ key: text('pprof::base'), str: text('true') })];
    for (const { frames, samples, cpuNs } of stacks) {
      // The leaf first.
      const locationId = frames.map((frame) => this.#locationOf(frame)).toReversed();
      const value = [samples, cpuNs].map((amount) => BigInt(sign * Math.round(amount)));
      this.#samples.push(new Sample({ locationId, value, label }));
    }
  }

  finish(shown: StackProfile, sides: readonly StackProfile[], comments: readonly string[]): Buffer {
    const text = (value: string): number => this.#strings.dedup(printable(value));
    const type = (name: string, unit: string): ValueType => new ValueType({ type: text(name), unit: text(unit) });
    const profile = new Profile({
      sampleType: [type('samples', 'count'), type('cpu', 'nanoseconds')],
      defaultSampleType: text('cpu'),
      periodType: type('cpu', 'nanoseconds'),
      period: Math.round(shown.periodNs),
      timeNanos: BigInt(shown.startMs) * nanosPerMilli,
      durationNanos: shown.measuredNs,
      sample: this.#samples,
      mapping: [...this.#mappings].map(([module, id]) => this.#writeMapping(module, id, sides)),
      location: this.#located,
      function: this.#functions,
      comment: comments.map(text),
      stringTable: this.#strings,
    });
    return gzipSync(profile.encode(), { level: 9 });
  }

  #locationOf({ name, module, place }: Frame): number {
    const key = JSON.stringify([name, module, place?.file, place?.line]);
    const known = this.#locations.get(key);
    if (known !== undefined) return known;
    const id = this.#locations.size + 1;
    const text = (value: string): number => this.#strings.dedup(printable(value));
    const line = place?.line ?? 0;
    this.#functions.push(
      new PprofFunction({
        id,
        name: text(name),
        systemName: text(name),
        filename: text(place?.file ?? ''),
        startLine: line,
      }),
    );
    this.#located.push(
      new Location({ id, mappingId: this.#mappingOf(module), line: [new Line({ functionId: id, line })] }),
    );
    this.#locations.set(key, id);
    return id;
  }

  /** Id 0 is none. */
  #mappingOf(module: string): number {
    if (module === '') return 0;
    const id = this.#mappings.get(module) ?? this.#mappings.size + 1;
    this.#mappings.set(module, id);
    return id;
  }

  /** Names are resolved, so that pprof does not search for the files. A build is named where all sides ran it. */
  #writeMapping(module: string, id: number, sides: readonly StackProfile[]): Mapping {
    const builds = new Set(sides.map((side) => side.builds.get(module) ?? ''));
    const [build = ''] = builds;
    return new Mapping({
      id,
      filename: this.#strings.dedup(printable(module)),
      buildId: this.#strings.dedup(builds.size === 1 ? build : ''),
      hasFunctions: true,
      hasFilenames: true,
      hasLineNumbers: true,
      hasInlineFrames: true,
    });
  }
}

function describeCaptures({ captures, measuredNs, left_out: leftOut }: StackProfile): string {
  const without = leftOut.length === 0 ? '' : `, ${leftOut.length} without stacks`;
  return `${captures} ${captures === 1 ? 'capture' : 'captures'} of ${secondsOf(measuredNs)} s in all${without}`;
}

function secondsOf(ns: number): string {
  return String(Math.round(ns / 1e8) / 10);
}
