import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { expect, test } from 'vitest';
import { countStacksOf } from './otlp-profiles.ts';

type Part = readonly [field: number, message: BinaryWriter];

function message(...parts: readonly Part[]): BinaryWriter {
  const writer = new BinaryWriter();
  for (const [field, part] of parts) writer.tag(field, 2).bytes(part.finish());
  return writer;
}

const text = (value: string): BinaryWriter => new BinaryWriter().raw(Buffer.from(value));
const attribute = (key: string, value: BinaryWriter): Part => [1, message([1, text(key)], [2, value])];
const int = (field: number, value: number): BinaryWriter => new BinaryWriter().tag(field, 0).int64(value);
const native = (mapping: number): Part => [2, int(1, mapping)];
const named: Part = [2, message([3, int(1, 5)])];
const failed: Part = [2, int(2, 4001)];

function packed(...numbers: readonly number[]): BinaryWriter {
  const writer = new BinaryWriter();
  for (const one of numbers) writer.int32(one);
  return writer;
}

const stack = (...locations: readonly number[]): Part => [7, message([1, packed(...locations)])];

/** A stack that was seen this often. */
function sample(stackNumber: number, times: number): Part {
  const writer = new BinaryWriter().tag(1, 0).int32(stackNumber).tag(5, 2).fork();
  for (let at = 0; at < times; at += 1) writer.fixed64(1_700_000_000_000_000_000n + BigInt(at));
  return [2, writer.join()];
}

function ofProcess(pid: number, ...samples: readonly Part[]): Part {
  const name = attribute('process.executable.name', message([1, text('redis')]));
  const resource = message(name, attribute('process.pid', int(3, pid)));
  const profile = message([1, text('')], ...samples);
  return [1, message([1, resource], [2, message([1, text('')], [2, profile])])];
}

// Location 0 says nothing; stack 1 is whole, 2 ends in an error, 3 points to a location that is not there.
const dictionary: Part = [
  2,
  message([2, text('')], native(7), named, failed, stack(), stack(1, 2), stack(1, 3), stack(1, 9), [5, text('a name')]),
];
const request = message(
  ofProcess(41, sample(1, 3), sample(2, 1)),
  ofProcess(42, sample(1, 100)),
  ofProcess(41, sample(1, 20), sample(3, 2)),
  dictionary,
).finish();

test('stacks of the processes are counted as often as they were seen, and whole without an error in them', () => {
  const counted = [[41], [42], [41, 42], [43]].map((pids) => countStacksOf(request, new Set(pids)));
  expect(counted).toEqual([
    { stacks: 26, whole: 23 },
    { stacks: 100, whole: 100 },
    { stacks: 126, whole: 123 },
    { stacks: 0, whole: 0 },
  ]);
});

test('the process of a sample is found where older versions of the profiler name it', () => {
  const shared = (key: number, value: BinaryWriter): Part => [6, message([2, value]).tag(1, 0).int32(key)];
  const strings: Part[] = ['', 'thread.id', 'process.pid'].map((one) => [5, text(one)]);
  const attributes = [shared(0, text('')), shared(2, int(3, 41)), shared(1, int(3, 41)), shared(2, int(3, 42))];
  const ofAttributes = (attribute: number, times: number): Part => {
    const writer = new BinaryWriter().tag(1, 0).int32(1).tag(3, 2).bytes(packed(attribute).finish()).tag(5, 2).fork();
    for (let at = 0; at < times; at += 1) writer.fixed64(BigInt(at));
    return [2, writer.join()];
  };
  const profile = message(ofAttributes(1, 5), ofAttributes(2, 30), ofAttributes(3, 100));
  const resource = message(attribute('container.id', message([1, text('')])));
  const older = message(
    [1, message([1, resource], [2, message([2, profile])])],
    [2, message([2, text('')], native(7), native(8), stack(), stack(1, 2), ...strings, ...attributes)],
  ).finish();
  expect(countStacksOf(older, new Set([41]))).toEqual({ stacks: 5, whole: 5 });
});

test('a message that is cut is an error, not fewer stacks', () => {
  expect(() => countStacksOf(request.subarray(0, -4), new Set([41]))).toThrow('premature EOF');
});
