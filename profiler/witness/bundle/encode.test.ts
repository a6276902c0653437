import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeBundle } from '../../../test/made-bundle.ts';
import { makeRecord, opened } from '../../../test/made-capture.ts';
import type { Bundle } from './record/bundle.ts';
import { BundleError, bundleCaps, decodeBundle, decodeTarget, encodeBundle } from './encode.ts';

const textOf = (bytes: Uint8Array): string => gunzipSync(bytes).toString('utf8');
/** The error of a decoding that must fail. */
function refusal(bytes: Uint8Array): BundleError {
  try {
    decodeBundle(bytes);
  } catch (error) {
    if (error instanceof BundleError) return error;
    throw error;
  }
  throw new Error('it was decoded');
}

test('a bundle comes back as it was, under the same id', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.nat()), { maxLength: 30 }),
      fc.string({ unit: 'grapheme' }),
      (files, version) => {
        const record = makeRecord();
        const opens = files.map(([name, count]) => opened(`/srv/${name}`, count));
        const bundle = makeBundle({ axes: { ...record.axes, files: { opens, cut: 0 } } }, { version });
        const { id, bytes } = encodeBundle(bundle);
        const decoded = decodeBundle(bytes);
        expect(decoded).toEqual({ id, bundle });
      },
    ),
    { numRuns: 200 },
  );
});

test('the order in which a bundle was built does not change its id', () => {
  const bundle = makeBundle();
  const reversed = Object.fromEntries(Object.entries(bundle).toReversed()) as Bundle;
  expect(encodeBundle(reversed).id).toBe(encodeBundle(bundle).id);
  expect(encodeBundle({ ...bundle, instance: 'node-2' }).id).not.toBe(encodeBundle(bundle).id);
});

test('another spelling of the same content is refused', () => {
  const text = textOf(encodeBundle(makeBundle()).bytes);
  for (const other of [
    ` ${text}`,
    `${text}\n`,
    `\uFEFF${text}`,
    text.replace('"recorded":false', '"recorded": false'),
    text.replace('"drops":0', '"drops":0.0'),
    text.replace('"drops":0', '"drops":-0'),
    text.replace('"recorded":false', '"recorded":false,"recorded":false'),
    text.replace('"instance":"node-1"', String.raw`"instance":"\u006eode-1"`),
  ]) {
    expect(other).not.toBe(text);
    expect(refusal(gzipSync(other)).message).toMatch(/canonical|no JSON|UTF-8/u);
  }
});

test('a flipped bit is refused or, in the padding of gzip, changes nothing', () => {
  const { id, bytes } = encodeBundle(makeBundle());
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
      const tampered = Uint8Array.from(bytes);
      tampered[at] = (tampered[at] ?? 0) ^ (1 << bit);
      expect([id, 'refused']).toContain(outcomeOf(tampered));
    }),
    { numRuns: 500 },
  );
});

function outcomeOf(bytes: Uint8Array): string {
  try {
    return decodeBundle(bytes).id;
  } catch (error) {
    if (error instanceof BundleError) return 'refused';
    throw error;
  }
}

test('truncated, empty and foreign bytes are refused', () => {
  const { bytes } = encodeBundle(makeBundle());
  for (const wrong of [new Uint8Array(), bytes.subarray(0, bytes.length / 2), Buffer.from('{}'), gzipSync('no json')]) {
    expect(refusal(wrong)).toBeInstanceOf(BundleError);
  }
  expect(refusal(gzipSync(Buffer.from([0x22, 0xff, 0xfe, 0x22]))).message).toContain('UTF-8');
});

test('a decompression bomb ends at the cap', () => {
  const bomb = gzipSync(Buffer.alloc(bundleCaps.decoded + 1), { level: 9 });
  expect(bomb.length).toBeLessThan(100_000);
  expect(refusal(bomb).message).toContain(String(bundleCaps.decoded));
});

test('bytes beyond the cap are refused before they are read', () => {
  expect(refusal(Buffer.alloc(bundleCaps.encoded + 1)).message).toContain(String(bundleCaps.encoded));
});

test('a bundle beyond the cap is not encoded, counted in bytes and not in characters', () => {
  const bundle = makeBundle();
  const key = 'é'.repeat(bundleCaps.decoded / 2);
  expect(() => encodeBundle({ ...bundle, instance: key })).toThrow(BundleError);
});

test('a number under a probe that was not measured is refused', () => {
  const text = textOf(encodeBundle(makeBundle()).bytes).replace('"state":"measured"', '"state":"failed"');
  expect(refusal(gzipSync(text)).message).toMatch(/^not a bundle: \w+ at probes/u);
});

test('of stored bytes it can be read alone whose they are', () => {
  const bundle = makeBundle();
  const { instance, target } = bundle;
  expect(decodeTarget(encodeBundle(bundle).bytes)).toEqual({ instance, target });
  for (const bytes of [Buffer.from('no gzip'), gzipSync('no JSON'), gzipSync('{"instance":"node-1"}')]) {
    expect(() => decodeTarget(bytes)).toThrow(BundleError);
  }
});

test('no message repeats what the bytes hold', () => {
  const parsed = JSON.parse(textOf(encodeBundle(makeBundle()).bytes)) as Record<string, unknown>;
  const canary = 'canary-7f31';
  for (const wrong of [
    { ...parsed, [canary]: 1 },
    { ...parsed, recorded: canary },
    { ...parsed, templates: { [canary]: canary } },
    [canary],
  ]) {
    expect(refusal(gzipSync(JSON.stringify(wrong))).message).not.toContain(canary);
  }
});
