import { crc32, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBundle, makeCapture } from '../../../../test/made-bundle.ts';
import {
  absent,
  allProbes,
  blocksOf,
  called,
  carried,
  connected,
  makeProcess,
  makeRecord,
  networkOf,
  opened,
  ran,
  ranAt,
  sampled,
} from '../../../../test/made-capture.ts';
import { diffOf } from '../../../../test/made-diff.ts';
import type { Bundle } from '../record/bundle.ts';
import { VectorError } from './byte-reader.ts';
import {
  type CaptureVector,
  firstBlockOf,
  histogramOf,
  type MeasuredVector,
  noPresence,
  noSpread,
  optionalColumns,
  placeOf,
  units,
  valueOf,
} from './capture-vector.ts';
import { decodeVector } from './decode-vector.ts';
import { encodeVector, headerLength, vectorVersion } from './encode-vector.ts';
import { SharedKeys } from './key-reader.ts';
import { vectorOf } from './vector-of.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 });
const count = fc.oneof(fc.nat(300), fc.nat(2 ** 40));

/** Keys, numbers and places of any kind. */
const someBundles: fc.Arbitrary<Bundle> = fc
  .record({
    functions: fc.uniqueArray(fc.tuple(text, fc.nat(9000), fc.option(text)), { selector: ([name]) => name }),
    files: fc.array(fc.tuple(text, fc.nat(9000))),
    received: count,
    version: text,
  })
  .map(({ functions, files, received, version }) => {
    const { axes } = makeRecord();
    return makeBundle(
      {
        axes: {
          ...axes,
          cpu_stacks: sampled(
            functions.map(([name, self, file]) => (file === null ? ran(name, self) : ranAt(name, self, file, 7))),
          ),
          files: { opens: files.map(([name, times]) => opened(`/srv/${name}`, times)), cut: 0 },
          network: networkOf([connected('10.0.0.5')], { traffic: [carried('received', received)] }),
        },
      },
      { version },
    );
  });

function measuredAxis(vector: CaptureVector, axis: string): MeasuredVector {
  const found = vector.axes.find((one) => one.axis === axis);
  if (found === undefined || found.state === 'missing') throw new Error(`${axis} is not measured`);
  return found;
}

function refusal(bytes: Uint8Array): string {
  try {
    decodeVector(bytes);
  } catch (error) {
    if (error instanceof VectorError) return error.message;
    throw error;
  }
  throw new Error('it was decoded');
}

test('a vector comes back as it was, alone and beside others', () => {
  fc.assert(
    fc.property(fc.array(someBundles, { minLength: 1, maxLength: 3 }), (bundles) => {
      const shared = new SharedKeys();
      for (const vector of bundles.map(vectorOf)) {
        expect(decodeVector(encodeVector(vector))).toEqual(vector);
        expect(decodeVector(encodeVector(vector), shared)).toEqual(vector);
      }
    }),
    { numRuns: 50 },
  );
});

test('a vector has what each of two builds had of a function, and what neither had', () => {
  const shares = ['a', 'b'].map((digit, at) => ({
    exe_sha256: digit.repeat(64),
    self: at + 2,
    self_blocks: blocksOf(at + 2),
  }));
  const processes = shares.map(({ exe_sha256 }, at) => makeProcess(at + 1, { exe_sha256, cpu_ns: 10e9 }));
  const cpu_stacks = sampled([{ ...ran('work', 9), self_by_build: shares }, ran('rest', 4)]);
  const vector = vectorOf(makeBundle({ processes, axes: { ...makeRecord().axes, cpu_stacks } }));
  const bytes = encodeVector(vector);
  expect(decodeVector(bytes)).toEqual(vector);
  const { builds, columns } = measuredAxis(decodeVector(bytes), 'cpu_stacks');
  expect([builds, columns.keys]).toEqual([shares.map(({ exe_sha256 }) => exe_sha256), ['rest (app)', 'work (app)']]);
  expect(columns.byBuild?.map((part) => [...part])).toEqual([
    [0, 2],
    [0, 3],
    [4, 4],
  ]);
  // CPU time of threads is not known by build.
  const time = measuredAxis(vector, 'cpu_time').columns;
  expect(time.byBuild?.map((part) => [...part])).toEqual([
    [Number.NaN, 10e9],
    [Number.NaN, 10e9],
    [Number.NaN, 10e9],
  ]);
});

test('a vector holds each number of its bundle under its key', () => {
  const bundle = makeBundle();
  const vector = vectorOf(bundle);
  for (const axis of bundle.axes) {
    const { features } = axis as Extract<typeof axis, { features: unknown }>;
    const { columns } = measuredAxis(vector, axis.axis);
    expect(columns.keys).toEqual(features.map(({ key }) => key).toSorted((a, b) => (a < b ? -1 : 1)));
    for (const [at, key] of columns.keys.entries()) {
      const feature = features.find((one) => one.key === key);
      expect(units[columns.units[at] ?? -1]).toBe(feature?.unit);
      expect(columns.amount[at]).toBe(feature?.amount);
      for (const name of optionalColumns) {
        // Made of whole stacks, and no part of a feature.
        if (name === 'own' || name === 'work' || name === 'within') continue;
        expect(valueOf(columns[name], at)).toBe(feature?.[name]);
      }
      expect(histogramOf(columns, at)).toEqual(feature?.hist);
      expect(placeOf(columns, at)).toEqual(feature?.place);
    }
  }
});

test('a vector has the facts that a comparison needs', () => {
  const semantics = 2;
  const quota = { cores: 1.5, periods: 600, throttled_periods: 3, throttled_ns: 4e6 };
  const probes = [...allProbes.map((one) => ({ ...one, semantics })), absent('allocations', 'allocations', 'failed')];
  const bundle = makeBundle({ probes, quota });
  const vector = decodeVector(encodeVector(vectorOf(bundle)));
  const { workload, version, env, kind, requested_at } = bundle.request;
  expect(vector).toMatchObject({
    request: { workload, version, env, kind, requested_at },
    builds: bundle.builds,
    host: bundle.host,
    window: bundle.window,
    work: bundle.work,
    quota,
    initial_processes: 1,
  });
  expect(measuredAxis(vector, 'files')).toMatchObject({ probes: ['file_opens'], semantics: { file_opens: 2 } });
  const [missing] = vector.axes.filter(({ state }) => state === 'missing');
  expect(missing).toEqual(bundle.axes.find(({ axis }) => axis === 'allocations'));
});

describe('of the blocks of a window', () => {
  const columnsOf = (blocks: number[]) => {
    const total = blocks.reduce((sum, one) => sum + one, 0);
    const calls = [{ ...called('read', total), blocks }];
    const { axes } = makeRecord();
    return measuredAxis(vectorOf(makeBundle({ axes: { ...axes, syscalls: { calls, cut: 0 } } })), 'syscalls').columns;
  };
  const even = Array<number>(12).fill(5);

  test('a vector says in which a key occurred, and how much they differ', () => {
    const twice = columnsOf(even.map((_, block) => (block === 3 || block === 11 ? 6 : 0)));
    expect([twice.presence[0], firstBlockOf(twice, 0)]).toEqual([(1 << 3) | (1 << 11), 3]);
    // Ten zeros and two sixes: mean 1, standard deviation √(60/11).
    expect(twice.spread[0]).toBe(Math.round(1000 * Math.sqrt(60 / 11)));
    const always = columnsOf(even);
    expect([always.presence[0], always.spread[0], firstBlockOf(always, 0)]).toEqual([0xfff, 0, 0]);
  });

  test('nothing is said where they were not measured', () => {
    const { columns } = measuredAxis(vectorOf(makeBundle()), 'cpu_time');
    expect(columns.keys[0]).toBe('thread main');
    expect([columns.presence[0], columns.spread[0]]).toEqual([noPresence, noSpread]);
    expect(firstBlockOf(columns, 0)).toBe(undefined);
  });
});

describe('bytes that are not a vector are refused, and the error says what is wrong', () => {
  const bytes = encodeVector(vectorOf(makeBundle()));
  const body = inflateSync(bytes.subarray(headerLength));
  /** With a checksum that matches. */
  const withBody = (changed: Uint8Array): Buffer => {
    const packed = deflateSync(changed);
    const header = Buffer.from(bytes.subarray(0, headerLength));
    header.writeUInt32LE(crc32(packed), 5);
    return Buffer.concat([header, packed]);
  };

  test('at every length that is too short', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(refusal(bytes.subarray(0, length))).toMatch(/^it(?:s checksum does not match| ends within the header)$/u);
    }
    for (let length = 0; length < body.length; length++) {
      expect(refusal(withBody(body.subarray(0, length)))).toMatch(/^(?:it ends within|.* is larger than)/u);
    }
  });

  test('with one bit flipped anywhere', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const tampered = Uint8Array.from(bytes);
        tampered[at] = (tampered[at] ?? 0) ^ (1 << bit);
        expect(refusal(tampered)).toMatch(/checksum|not a vector|version/u);
      }),
    );
  });

  test('damaged behind a checksum that matches: refused, or another vector, and never another error', () => {
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.nat(255), (at, value) => {
        const damaged = Uint8Array.from(body);
        damaged[at] = value;
        expect(['decoded', 'VectorError']).toContain(outcomeOf(withBody(damaged)));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['foreign', Buffer.from('GIF89a and more'), 'it is not a vector'],
    [
      'of another version',
      Buffer.from(bytes).fill(vectorVersion + 1, 4, 5),
      `it has version ${vectorVersion + 1}; this program reads version ${vectorVersion}`,
    ],
    ['with more behind it', withBody(Buffer.concat([body, Buffer.of(0)])), 'bytes follow the last axis'],
    ['without facts', withBody(Buffer.of(2, 0x7b, 0x7d)), 'the facts are not valid at request'],
    ['without JSON', withBody(Buffer.of(1, 0x7b)), 'the facts are not JSON'],
  ])('%s', (_, wrong, message) => {
    expect(refusal(wrong)).toBe(message);
  });
});

function outcomeOf(bytes: Uint8Array): string {
  try {
    decodeVector(bytes);
    return 'decoded';
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

test('keys out of order are refused', () => {
  const vector = vectorOf(makeBundle());
  const reversed = vector.axes.map((axis) =>
    axis.state === 'missing' ? axis : { ...axis, columns: { ...axis.columns, keys: axis.columns.keys.toReversed() } },
  );
  expect(refusal(encodeVector({ ...vector, axes: reversed }))).toBe('the keys of axis cpu_time are not in order');
});

test('a comparison says the same of stored vectors', () => {
  const captures = ['v1', 'v1', 'v2'].map((version, index) =>
    makeCapture(version, { files: { opens: [opened('/a', index + 1), opened(`/${version}`)], cut: 0 } }),
  );
  const stored = captures.map(({ ref, vector }) => ({ ref, vector: decodeVector(encodeVector(vector)) }));
  expect(diffOf(stored.slice(0, 2), stored.slice(2))).toEqual(diffOf(captures.slice(0, 2), captures.slice(2)));
});
