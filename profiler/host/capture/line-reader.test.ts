import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineReader } from './line-reader.ts';

function linesOf(parts: readonly Buffer[], cap = 100): string[] {
  const lines: string[] = [];
  const reader = new LineReader(cap, (line) => lines.push(line));
  for (const part of parts) reader.read(part);
  reader.end();
  return lines;
}

test('wherever the stream is cut, the lines are the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.array(fc.nat(200)), (text, cuts) => {
      const bytes = Buffer.from(text);
      const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
      const parts = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
      expect(linesOf(parts)).toEqual(text.split('\n').filter((line) => line !== ''));
    }),
  );
});

test('a line beyond the cap is dropped whole and the next one is read', () => {
  const long = Buffer.from('x'.repeat(60));
  expect(linesOf([long, long, Buffer.from('y\nshort\n'), Buffer.from('z'.repeat(100))])).toEqual([
    'short',
    'z'.repeat(100),
  ]);
});

test('does not buffer an endless line', () => {
  const part = Buffer.alloc(1 << 20, 'x');
  const before = process.memoryUsage().heapUsed;
  expect(linesOf(Array<Buffer>(200).fill(part), 1 << 20)).toEqual([]);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 << 20);
});
