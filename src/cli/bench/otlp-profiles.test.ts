import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { expect, test } from 'vitest';
import { countStacksOf } from './otlp-profiles.ts';

type Part = readonly [field: number, message: BinaryWriter];

function message(...parts: readonly Part[]): BinaryWriter {
  const writer = new BinaryWriter();
  for (const [field, part] of parts) writer.uint32((field << 3) | 2).bytes(part.finish());
  return writer;
}

const text = (value: string): BinaryWriter => new BinaryWriter().raw(Buffer.from(value));
const attribute = (key: string, value: BinaryWriter): Part => [1, message([1, text(key)], [2, value])];
const int = (value: number): BinaryWriter => new BinaryWriter().tag(3, 0).int64(value);

/** A stack that was seen this often, at some place in the dictionary. */
function sample(times: number): BinaryWriter {
  const writer = new BinaryWriter().tag(1, 0).int32(7).tag(5, 2).fork();
  for (let at = 0; at < times; at += 1) writer.fixed64(1_700_000_000_000_000_000n + BigInt(at));
  return writer.join();
}

function ofProcess(pid: number, ...times: readonly number[]): Part {
  const resource = message(
    attribute('process.executable.name', message([1, text('redis')])),
    attribute('process.pid', int(pid)),
  );
  const profile = message([1, text('')], ...times.map((count): Part => [2, sample(count)]));
  return [1, message([1, resource], [2, message([1, text('')], [2, profile])])];
}

test('the stacks of one process are counted as often as they were seen', () => {
  const dictionary: Part = [2, message([5, text('a name')])];
  const request = message(ofProcess(41, 3, 1), ofProcess(42, 100), ofProcess(41, 20), dictionary).finish();
  expect([41, 42, 43].map((pid) => countStacksOf(request, pid))).toEqual([24, 100, 0]);
});

test('a message that is cut is an error, not fewer stacks', () => {
  const request = message(ofProcess(41, 3)).finish();
  expect(() => countStacksOf(request.subarray(0, -4), 41)).toThrow('premature EOF');
});
