import { beforeEach, describe, expect, test } from 'vitest';
import { NodeClock, VirtualTime } from '../../../test/simulation/tunnel/virtual-time.ts';
import { ByteBudget } from './byte-budget.ts';
import { FramePort, type FrameBody } from './frame.ts';
import { limits } from './limits.ts';
import { Link, type LinkOptions } from './link.ts';
import type { Wire } from './ports.ts';
import { TunnelError } from './tunnel-error.ts';

const mebibyte = 1024 * 1024;

interface End {
  readonly link: Link;
  readonly port: FramePort;
  readonly budget: ByteBudget;
  /** Kinds of the frames that arrived, in order. */
  readonly arrived: string[];
  /** Requests of the peer that were refused before anything handled them. */
  readonly refused: string[];
  endedWith: string | undefined;
}

let time: VirtualTime;
let isCut: boolean;
let a: End;
let b: End;
/** How `b` answers. */
let answer: LinkOptions['handle'];

beforeEach(() => {
  time = new VirtualTime();
  isCut = false;
  answer = async (_name, text) => text;
  a = makeEnd(() => b, 32 * mebibyte);
  b = makeEnd(() => a, 32 * mebibyte);
});

/** Frames take a millisecond and keep their order, as on a real connection. */
function makeEnd(peer: () => End, budgetBytes: number): End {
  const clock = new NodeClock(time, { wallOffsetMs: 0 });
  const wire: Wire = {
    send: (text) => void time.schedule(1, () => deliver(peer(), text)),
    close: () => undefined,
  };
  const port = new FramePort(wire);
  const budget = new ByteBudget({ total: budgetBytes, ofOrganization: budgetBytes, ofInstance: budgetBytes });
  const link = new Link({
    port,
    clock,
    room: budget.roomOf('org', 'instance'),
    maxHandled: limits.handledRequests,
    admit: ({ name }) => {
      if (name === 'unknown') throw new TunnelError('unknown_request', 'Not here.');
    },
    handle: (name, text, signal) => answer(name, text, signal),
    onRefused: ({ name, code }) => end.refused.push(`${name}: ${code}`),
    onEnd: (code) => {
      end.endedWith = code;
      link.close();
    },
  });
  const end: End = { link, port, budget, arrived: [], refused: [], endedWith: undefined };
  return end;
}

function deliver(end: End, text: string): void {
  if (isCut) return;
  const frame = end.port.read(text);
  end.arrived.push(frame.t);
  end.link.receive(frame);
}

/** What a request came to: its answer, or the code it was rejected with. */
async function settle(sent: Promise<string>, withinMs = 1_000): Promise<string> {
  let result = 'pending';
  void sent.then(
    (text) => (result = text),
    (error: unknown) => (result = error instanceof TunnelError ? error.code : String(error)),
  );
  await time.runUntil(time.now + withinMs);
  return result;
}

test('requests go both ways and each gets its own answer', async () => {
  answer = async (name, text) => `${name}:${text}`;
  const sent = ['1', '2', '3'].map((text) => a.link.request('x', text, { timeoutMs: 1_000 }));
  const back = b.link.request('y', '4', { timeoutMs: 1_000 });
  await time.runUntil(100);
  expect(await Promise.all([...sent, back])).toEqual(['x:1', 'x:2', 'x:3', 'y:4']);
});

describe('a payload', () => {
  // Quotes, letters of two, three and four bytes, and surrogate pairs at odd places.
  const text = JSON.stringify('"ß漢😀'.repeat(mebibyte / 2));

  test('of several megabytes in letters of every length arrives whole, both ways', async () => {
    expect(Buffer.byteLength(text)).toBeGreaterThan(5 * mebibyte);
    expect((await settle(a.link.request('x', text, { timeoutMs: 60_000 }), 5_000)) === text).toBe(true);
    expect([a.budget.usedBytes, b.budget.usedBytes]).toEqual([0, 0]);
  });

  test('does not hold up short requests: never more than the window is on its way', async () => {
    const long = a.link.request('x', text, { timeoutMs: 60_000 });
    await time.runUntil(time.now + 3);
    const short = await settle(a.link.request('y', 'short', { timeoutMs: 1_000 }), 4);
    expect(short).toBe('short');
    const before = b.arrived.slice(0, b.arrived.lastIndexOf('request')).filter((kind) => kind === 'chunk');
    expect(before.length).toBeLessThanOrEqual(2 * limits.windowChunks);
    await settle(long, 5_000);
  });

  test('above 16 MiB is refused where it starts', async () => {
    const tooLong = 'x'.repeat(limits.payloadBytes + 1);
    expect(await settle(a.link.request('x', tooLong, { timeoutMs: 1_000 }))).toBe('payload_too_large');
    answer = async () => tooLong;
    expect(await settle(a.link.request('x', '{}', { timeoutMs: 1_000 }))).toBe('payload_too_large');
  });

  test('waits for room when others hold the budget, and is received when they are done', async () => {
    b = makeEnd(() => a, 6 * mebibyte);
    const five = 'x'.repeat(5 * mebibyte);
    const both = [1, 2].map(() => a.link.request('x', five, { timeoutMs: 60_000 }));
    await time.runUntil(time.now + 3);
    expect(b.budget.usedBytes).toBe(5 * mebibyte);
    expect(
      await settle(
        Promise.all(both).then((all) => String(all.every((one) => one === five))),
        5_000,
      ),
    ).toBe('true');
    expect(b.budget.usedBytes).toBe(0);
  });

  test('that stops coming is dropped and its room given back', async () => {
    const request = {
      t: 'request',
      id: 1,
      name: 'x',
      payload: { stream: 1, bytes: mebibyte, sha256: '0'.repeat(64) },
    } as const;
    a.port.send(request);
    await time.runUntil(1_000);
    expect(b.budget.usedBytes).toBe(mebibyte);
    await time.runUntil(1_000 + limits.streamIdleMs);
    expect(b.budget.usedBytes).toBe(0);
    expect(a.arrived).toContain('drop');
  });

  const chunk = (changes: object): FrameBody => ({
    t: 'chunk',
    stream: 1,
    index: 0,
    last: false,
    text: 'x'.repeat(limits.minChunkUnits),
    ...changes,
  });
  test.each<[string, FrameBody[]]>([
    ['with a chunk that is too short', [chunk({ text: 'x' })]],
    ['with a chunk missing', [chunk({}), chunk({ index: 2 })]],
    ['longer than announced', [chunk({ text: 'x'.repeat(20_001) })]],
    ['shorter than announced', [chunk({ last: true })]],
    ['with another content', [chunk({ text: 'y'.repeat(20_000), last: true })]],
    ['without credit', Array.from({ length: 9 }, (_, index) => chunk({ index }))],
    ['that was never announced', [chunk({ stream: 2 })]],
    [
      'announced twice',
      [
        { t: 'answer', id: 9, payload: { stream: 1, bytes: 1, sha256: '0'.repeat(64) } },
        { t: 'request', id: 2, name: 'x', payload: { stream: 1, bytes: 1, sha256: '0'.repeat(64) } },
      ],
    ],
  ])('%s ends the session', async (_what, frames) => {
    a.port.send({ t: 'request', id: 1, name: 'x', payload: { stream: 1, bytes: 20_000, sha256: '0'.repeat(64) } });
    for (const frame of frames) a.port.send(frame);
    await expect(time.runUntil(100)).rejects.toMatchObject({ name: 'FrameViolation', code: 'frame_unexpected' });
  });
});

describe('a request that is refused before it is handled is told of', () => {
  const request = (id: number, name: string): FrameBody => ({ t: 'request', id, name, payload: { text: '{}' } });

  test('when its name is not known, and when its payload is not what the name promises', async () => {
    answer = async () => {
      throw new TunnelError('invalid_request', 'Not of this shape.');
    };
    expect(await settle(a.link.request('unknown', '{}', { timeoutMs: 1_000 }))).toBe('unknown_request');
    expect(await settle(a.link.request('x', '{}', { timeoutMs: 1_000 }))).toBe('invalid_request');
    expect(b.refused).toEqual(['unknown: unknown_request', 'x: invalid_request']);
  });

  test('when its id is that of one being handled, and when too many are', async () => {
    answer = () => new Promise(() => undefined);
    a.port.send(request(1, 'first'));
    a.port.send(request(1, 'again'));
    for (let id = 2; id <= limits.handledRequests + 1; id += 1) a.port.send(request(id, `number-${id}`));
    await time.runUntil(100);
    expect(b.refused).toEqual(['again: replayed', `number-${limits.handledRequests + 1}: busy`]);
  });

  test('when its payload does not come', async () => {
    a.port.send({ t: 'request', id: 1, name: 'x', payload: { stream: 1, bytes: 9, sha256: '0'.repeat(64) } });
    await time.runUntil(limits.streamIdleMs + 100);
    expect(b.refused).toEqual(['x: payload_dropped']);
  });

  test('and one that was handled is not, whatever came of it', async () => {
    answer = async () => {
      throw new Error('broken');
    };
    expect(await settle(a.link.request('x', '{}', { timeoutMs: 1_000 }))).toBe('handler_failed');
    answer = async () => 'x'.repeat(limits.payloadBytes + 1);
    expect(await settle(a.link.request('x', '{}', { timeoutMs: 1_000 }))).toBe('payload_too_large');
    expect(b.refused).toEqual([]);
  });
});

describe('a request settles', () => {
  test('with timeout when nothing comes, and the other end is told to stop', async () => {
    let isAborted = false;
    answer = (_name, _text, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
          reject(new Error('stopped'));
        });
      });
    expect(await settle(a.link.request('x', '{}', { timeoutMs: 500 }), 499)).toBe('pending');
    expect(await settle(a.link.request('x', '{}', { timeoutMs: 500 }), 600)).toBe('timeout');
    expect(isAborted).toBe(true);
    expect(a.arrived).not.toContain('failure');
  });

  test('with aborted when the caller gives up, also in the middle of a long payload', async () => {
    const controller = new AbortController();
    const sent = a.link.request('x', 'x'.repeat(8 * mebibyte), { timeoutMs: 9_000, signal: controller.signal });
    await time.runUntil(5);
    controller.abort();
    expect(await settle(sent)).toBe('aborted');
    expect(b.budget.usedBytes).toBe(0);
    expect(await settle(a.link.request('x', 'still works', { timeoutMs: 1_000 }))).toBe('still works');
  });

  test('with closed when the session ends', async () => {
    answer = () => new Promise(() => undefined);
    const sent = a.link.request('x', '{}', { timeoutMs: 9_000 });
    a.link.close();
    expect(await settle(sent)).toBe('closed');
    expect(await settle(a.link.request('x', '{}', { timeoutMs: 9_000 }))).toBe('not_live');
  });

  test('with handler_failed and nothing of the error when the handler throws', async () => {
    answer = () => Promise.reject(new Error('password is hunter2'));
    const sent = a.link.request('x', '{}', { timeoutMs: 1_000 });
    const message = sent.catch((error: Error) => error.message);
    expect(await settle(sent)).toBe('handler_failed');
    expect(await message).not.toContain('hunter2');
  });

  test('with the refusal when the name is unknown, also with a long payload', async () => {
    expect(await settle(a.link.request('unknown', '{}', { timeoutMs: 1_000 }))).toBe('unknown_request');
    const long = a.link.request('unknown', 'x'.repeat(mebibyte), { timeoutMs: 1_000 });
    expect(await settle(long)).toBe('unknown_request');
    expect(b.arrived).not.toContain('chunk');
  });

  test('with busy when too many wait, at this end and at the other', async () => {
    answer = () => new Promise(() => undefined);
    const sent = Array.from({ length: limits.openRequests + 1 }, () =>
      a.link.request('x', '{}', { timeoutMs: 9_000 }).catch((error: TunnelError) => error.code),
    );
    await time.runUntil(100);
    a.link.close();
    const ends = await Promise.all(sent);
    expect(ends.filter((end) => end === 'closed')).toHaveLength(limits.handledRequests);
    expect(ends.filter((end) => end === 'busy')).toHaveLength(limits.openRequests + 1 - limits.handledRequests);
  });
});

test('a quiet session is kept by pings, and one that hears nothing is dead after 45 seconds at both ends', async () => {
  await time.runUntil(300_000);
  expect([a.endedWith, b.endedWith]).toEqual([undefined, undefined]);
  isCut = true;
  await time.runUntil(300_000 + limits.deadAfterMs - limits.pingEveryMs);
  expect([a.endedWith, b.endedWith]).toEqual([undefined, undefined]);
  await time.runUntil(300_000 + limits.deadAfterMs);
  expect([a.endedWith, b.endedWith]).toEqual(['dead', 'dead']);
});
