import { expect, test } from 'vitest';
import { amountOf } from '../../../test/layer.ts';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import { type FrameBody, FramePort, FrameViolation, parseFrame } from './frame.ts';
import { limits } from './limits.ts';

const nonce = 'n'.repeat(43);
const signature = 's'.repeat(86);
const hash = 'a'.repeat(64);

const valid: readonly FrameBody[] = [
  { t: 'challenge', v: 1, nonce },
  {
    t: 'hello',
    v: 1,
    organization: 'o',
    instance: 'edge-1',
    class: 'profiler',
    generation: 2,
    committed: 1,
    lineage: nonce,
    nonce,
    catalog_digest: 'd',
    versions: { profiler: '1.0.0' },
    targets: 3,
    signature,
  },
  { t: 'welcome', generation: 2, server_time: 1, signature },
  { t: 'committed', generation: 2 },
  { t: 'refused', code: 'revoked', retry: false, remedy: 'Ask.' },
  { t: 'request', id: 1, name: 'health.run', payload: { text: '{}' } },
  { t: 'answer', id: 1, payload: { stream: 1, bytes: 100_000, sha256: hash } },
  { t: 'failure', id: 1, code: 'busy', message: 'Later.' },
  { t: 'cancel', id: 1 },
  { t: 'notice', id: 1, code: 'replayed' },
  { t: 'chunk', stream: 1, index: 0, last: true, text: 'abc' },
  { t: 'credit', stream: 1, chunks: 8 },
  { t: 'drop', stream: 1, from: 'sender', code: 'abandoned' },
  { t: 'ping' },
  { t: 'pong' },
];

test('every kind of frame comes out as it went in, numbered from one', () => {
  const sent: string[] = [];
  const port = new FramePort({ send: (text) => void sent.push(text), close: () => undefined });
  for (const body of valid) port.send(body);
  const reader = new FramePort({ send: () => undefined, close: () => undefined });
  expect(sent.map((text) => reader.read(text))).toEqual(valid.map((body, at) => ({ n: at + 1, ...body })));
});

function violationOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof FrameViolation) return error.code;
    throw error;
  }
  return 'accepted';
}

test.each([
  ['a frame one byte too long', JSON.stringify({ n: 1, t: 'ping' }).padEnd(limits.frameBytes + 1), 'frame_too_large'],
  [
    'letters that are longer as bytes',
    JSON.stringify({ n: 1, x: 'ß'.repeat(limits.frameBytes / 2) }),
    'frame_too_large',
  ],
  ['an empty text', '', 'frame_malformed'],
  ['no JSON', '{"n":1', 'frame_malformed'],
  ['an unknown kind', '{"n":1,"t":"exec"}', 'frame_malformed'],
  ['an unknown key', '{"n":1,"t":"ping","x":1}', 'frame_malformed'],
  ['a forged prototype', '{"n":1,"t":"ping","__proto__":{"x":1}}', 'frame_malformed'],
  [
    'a deep nesting',
    `{"n":1,"t":"request","id":1,"name":"x","payload":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'frame_malformed',
  ],
  ['a fraction as a number', '{"n":1.5,"t":"ping"}', 'frame_malformed'],
  [
    'a payload above the cap',
    `{"n":1,"t":"answer","id":1,"payload":{"stream":1,"bytes":${limits.payloadBytes + 1},"sha256":"${hash}"}}`,
    'frame_malformed',
  ],
])('refuses %s', (_what, text, code) => {
  expect(violationOf(() => parseFrame(text))).toBe(code);
});

function messageOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return undefined;
}

test.each([
  ['lost', [1, 3]],
  ['repeated', [1, 1]],
  ['swapped', [2, 1]],
])('notices a frame that was %s', (_what, numbers) => {
  const port = new FramePort({ send: () => undefined, close: () => undefined });
  const read = () => {
    for (const n of numbers) port.read(JSON.stringify({ n, t: 'ping' }));
  };
  expect(violationOf(read)).toBe('frame_out_of_order');
});

test('a violation never repeats what was received', () => {
  const secret = 'Rboot_very_secret';
  const hello = { n: 1, ...valid[1], versions: { [secret]: secret } };
  const texts = [
    secret,
    ...[{ n: 1, t: secret }, { n: 1, t: 'ping', [secret]: secret }, hello].map((one) => JSON.stringify(one)),
  ];
  const messages = texts.map((text) => messageOf(() => parseFrame(text)));
  expect(messages.filter((message) => message === undefined || message.includes(secret))).toEqual([]);
});

const values = ['null', '-1', '1e400', '{}', '[]', '""', '"\\ud800"', 'true', '{"__proto__":1}', '9007199254740993'];

/** How often each end was seen. */
function readDamaged(texts: readonly string[], rounds: number): ReadonlyMap<string, number> {
  const random = new SeededRandom(1);
  const ends = new Map<string, number>();
  // The test runner asks for stacks of a hundred calls, which would take most of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const end = violationOf(() => parseFrame(damage(texts[random.between(0, texts.length - 1)]!, random, values)));
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
  return ends;
}

test('damaged frames are accepted as frames or refused as a violation, nothing else', { timeout: 120_000 }, () => {
  const rounds = amountOf(50_000, 1_000_000);
  const ends = readDamaged(
    valid.map((body) => JSON.stringify({ n: 1, ...body })),
    rounds,
  );
  expect([...ends.keys()].toSorted()).toEqual(['accepted', 'frame_malformed']);
  expect(ends.get('frame_malformed')).toBeGreaterThan(rounds / 2);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('damaged frames of up to 256 KiB end in the same ways, or as too large', { timeout: 60_000 }, () => {
  const long = [limits.inlineUnits, limits.chunkUnits, limits.frameBytes - 100].flatMap((units): FrameBody[] => [
    { t: 'request', id: 1, name: 'health.report', payload: { text: 'x'.repeat(units) } },
    { t: 'chunk', stream: 1, index: 0, last: false, text: '漢'.repeat(units / 3) },
    { t: 'failure', id: 1, code: 'busy', message: '"'.repeat(units / 2) },
  ]);
  const rounds = amountOf(500, 5000);
  const ends = readDamaged(
    long.map((body) => JSON.stringify({ n: 1, ...body })),
    rounds,
  );
  expect([...ends.keys()].toSorted()).toEqual(['accepted', 'frame_malformed', 'frame_too_large']);
  expect(ends.get('frame_malformed')).toBeGreaterThan(rounds * 0.4);
});

/** One to three of: a byte changed, a part removed or doubled, a value replaced, a key renamed. */
function damage(text: string, random: SeededRandom, values: readonly string[]): string {
  let damaged = text;
  for (let times = random.between(1, 3); times > 0; times -= 1) {
    const at = random.between(0, Math.max(damaged.length - 1, 0));
    const end = random.between(at, Math.min(at + 20, damaged.length));
    const kind = random.between(0, 4);
    const letter = String.fromCharCode(random.between(0, 0xffff));
    const value = values[random.between(0, values.length - 1)]!;
    if (kind === 0) damaged = damaged.slice(0, at) + letter + damaged.slice(at + 1);
    if (kind === 1) damaged = damaged.slice(0, at) + damaged.slice(end);
    if (kind === 2) damaged = damaged.slice(0, end) + damaged.slice(at);
    if (kind === 3) damaged = damaged.replace(/:("[^"]*"|\d+|true|false)/u, () => `:${value}`);
    if (kind === 4) damaged = damaged.replace(/"[a-z_]+":/u, '"constructor":');
  }
  return damaged;
}
