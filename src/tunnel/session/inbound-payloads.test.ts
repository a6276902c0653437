import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { SeededRandom } from '../../../test/simulation/tunnel/seeded-random.ts';
import { ByteBudget } from './byte-budget.ts';
import { type Frame, type FrameBody, type FrameOf, FramePort, FrameViolation } from './frame.ts';
import { InboundPayloads } from './inbound-payloads.ts';
import { limits } from './limits.ts';
import { OutboundPayloads } from './outbound-payloads.ts';

const mebi = 1 << 20;
const alphabet = 'The quick brown fox "jumps" over \\ the lazy dog. ßáç 漢字 😀 {}[]:,0123456789\n\t';

/** The frames of one payload as its sender makes them: the announcement, and then every chunk. */
function framesOf(text: string): { announced: FrameOf<'request'>; chunks: FrameOf<'chunk'>[] } {
  const chunks: FrameOf<'chunk'>[] = [];
  const port = new FramePort({
    send: (sent) => chunks.push(JSON.parse(sent) as FrameOf<'chunk'>),
    close: () => undefined,
  });
  const outbound = new OutboundPayloads(port);
  const payload = outbound.add(text, () => undefined);
  while (outbound.isSending(1)) outbound.credit({ n: 1, t: 'credit', stream: 1, chunks: 1 });
  return { announced: { n: 1, t: 'request', id: 1, name: 'health.report', payload }, chunks };
}

/** What becomes of the payload: its text, the code of a violation, or `waiting` when the frames were not enough. */
async function receive(
  bodies: readonly (FrameBody | Frame)[],
): Promise<{ end: string; text?: string; heldBytes: number }> {
  const budget = new ByteBudget({ total: 64 * mebi, ofOrganization: 64 * mebi, ofInstance: 64 * mebi });
  const out = new FramePort({ send: () => undefined, close: () => undefined });
  const inbound = new InboundPayloads(out, new ManualClock(), budget.roomOf('acme', 'edge-1'));
  const port = new FramePort({ send: () => undefined, close: () => undefined });
  let text: string | undefined;
  let end = 'waiting';
  try {
    for (const [at, body] of bodies.entries()) {
      const frame = port.read(JSON.stringify({ ...body, n: at + 1 }));
      if (frame.t === 'request') {
        inbound.receive(frame.payload).then(
          (done) => (text = done),
          () => undefined,
        );
      } else if (frame.t === 'chunk') inbound.chunk(frame);
      else throw new Error(`a ${frame.t} was sent`);
    }
    await Promise.resolve();
    if (text !== undefined) end = 'received';
  } catch (error) {
    if (!(error instanceof FrameViolation)) throw error;
    end = error.code;
  }
  inbound.close();
  return { end, ...(text !== undefined && { text }), heldBytes: budget.usedBytes };
}

function longText(random: SeededRandom, units: number): string {
  const start = random.between(0, alphabet.length - 1);
  const line = `${alphabet.slice(start)}${random.fraction()}${alphabet.slice(0, start)}`.toWellFormed();
  return line
    .repeat(Math.ceil(units / line.length))
    .slice(0, units)
    .toWellFormed();
}

/** Ways to damage the chunks of a payload, each of which leaves something else than what was announced. */
const damages: Readonly<Record<string, (chunks: FrameOf<'chunk'>[], at: number) => FrameOf<'chunk'>[]>> = {
  'one is missing': (chunks, at) => chunks.toSpliced(at, 1),
  'one comes twice': (chunks, at) => chunks.toSpliced(at, 0, chunks[at]!),
  'two are swapped': (chunks, at) =>
    chunks.length < 2
      ? []
      : chunks.with(at, chunks[(at + 1) % chunks.length]!).with((at + 1) % chunks.length, chunks[at]!),
  'a letter is another': (chunks, at) => chunks.with(at, { ...chunks[at]!, text: `~${chunks[at]!.text.slice(1)}` }),
  'one is cut short': (chunks, at) => chunks.with(at, { ...chunks[at]!, text: chunks[at]!.text.slice(0, -1) }),
  'one is longer': (chunks, at) => chunks.with(at, { ...chunks[at]!, text: `${chunks[at]!.text.slice(0, -1)}xy` }),
  'one says it is the last': (chunks, at) =>
    chunks.map((chunk, index) => ({ ...chunk, last: index === at ? !chunk.last : chunk.last })),
  'one is of another stream': (chunks, at) => chunks.with(at, { ...chunks[at]!, stream: 2 }),
  'one is empty': (chunks, at) => chunks.with(at, { ...chunks[at]!, text: '' }),
};

test(
  '1,000 long payloads with damaged chunks are never received as something else, and hold no room',
  { timeout: 60_000 },
  async () => {
    const random = new SeededRandom(3);
    const texts = [limits.inlineUnits + 1, 100_000, 200_000, 2 * mebi].map((units) => longText(random, units));
    const sent = texts.map((text) => ({ text, ...framesOf(text) }));
    const kinds = Object.keys(damages);
    const odd: string[] = [];
    const ends = new Map<string, number>();
    for (let round = 0; round < 1000; round += 1) {
      // The longest one takes as long as all others together: it comes seldom.
      const { announced, chunks } = sent[round % 100 === 0 ? 3 : round % 3]!;
      const kind = kinds[round % kinds.length]!;
      const damaged = damages[kind]!(chunks, random.between(0, chunks.length - 1));
      const { end, heldBytes } = await receive([announced, ...damaged]);
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (end === 'received' || heldBytes > 0) odd.push(`${kind}, ${chunks.length} chunks: ${end}, ${heldBytes} held`);
    }
    expect(odd).toEqual([]);
    expect([...ends.keys()].toSorted()).toEqual(['frame_malformed', 'frame_unexpected', 'waiting']);
    expect(ends.get('frame_unexpected')).toBeGreaterThan(600);
  },
);

test.each([limits.inlineUnits + 1, mebi, 15 * mebi])('a payload of %i units comes out as it went in', async (units) => {
  const text = longText(new SeededRandom(units), units);
  const long =
    Buffer.byteLength(text) > limits.payloadBytes ? text.slice(0, Math.floor(units / 2)).toWellFormed() : text;
  const { announced, chunks } = framesOf(long);
  const { end, text: received } = await receive([announced, ...chunks]);
  expect(end).toBe('received');
  expect(received === long).toBe(true);
});

test.each([
  ['fewer bytes', { bytes: -1 }],
  ['more bytes', { bytes: 1 }],
  ['another hash', { sha256: 'a'.repeat(64) }],
])('a payload that was announced with %s is a violation or never ends', async (_what, change) => {
  const { announced, chunks } = framesOf(longText(new SeededRandom(9), mebi));
  const { payload } = announced;
  if (!('stream' in payload)) throw new Error('it is not announced');
  const wrong = { ...payload, ...('bytes' in change ? { bytes: payload.bytes + change.bytes } : change) };
  expect((await receive([{ ...announced, payload: wrong }, ...chunks])).end).toBe('frame_unexpected');
});
