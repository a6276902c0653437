/**
 * An answer is the same however its bytes travel: packed by a proxy that nobody asked to, behind a byte-order mark,
 * in the charset that its header names. MongoDB's driver has a protocol of its own, which has none of this.
 */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OperationAnswer } from '../../src/tunnel/messages.ts';
import { ConnectorUnderTest, loaded } from './connector-under-test.ts';
import { type Encoded, FakeUpstream } from './fake-upstream.ts';

const packed =
  (coding: string, pack: (body: string) => Buffer) =>
  (body: string): Encoded => ({ headers: { 'content-encoding': coding }, bytes: pack(body) });

const ways: Readonly<Record<string, (body: string, type: string) => Encoded>> = {
  gzip: packed('gzip', gzipSync),
  deflate: packed('deflate', deflateSync),
  br: packed('br', brotliCompressSync),
  zstd: packed('zstd', zstdCompressSync),
  'a byte-order mark': (body) => ({ headers: {}, bytes: Buffer.from(`\uFEFF${body}`) }),
  'UTF-16': (body, type) => ({
    headers: { 'content-type': `${type.split(';')[0] ?? ''}; charset=utf-16le` },
    bytes: Buffer.from(body, 'utf16le'),
  }),
  'UTF-16 with its mark, packed': (body) => ({
    headers: { 'content-encoding': 'gzip' },
    bytes: gzipSync(Buffer.from(`\uFEFF${body}`, 'utf16le')),
  }),
  'ISO-8859-1': (body, type) => ({
    headers: { 'content-type': `${type.split(';')[0] ?? ''}; charset=ISO-8859-1` },
    bytes: Buffer.from(inLatin1(body), 'latin1'),
  }),
};

const overHttp = loaded.filter(([id]) => id !== 'mongodb');

describe.each(overHttp)('%s', (id, registered) => {
  const it = new ConnectorUnderTest(registered);
  beforeAll(() => it.start());
  afterEach(() => it.closeAgents());
  afterAll(() => it.close());

  test.each(Object.keys(ways))('each read answers the same to %s', async (way) => {
    const { upstream } = it;
    if (!(upstream instanceof FakeUpstream)) throw new Error(`${id} is not played over HTTP`);
    const agent = it.agentWith({}, { operationsPerMinute: 1_000_000 });
    const wrong: unknown[] = [];
    const unexpected: string[] = [];
    for (const name of it.reads) {
      for (const question of it.questionsOf(name)) {
        upstream.encodeWith();
        upstream.answerWith(it.strict(unexpected));
        const plain = await agent.ask(name, question);
        upstream.encodeWith(ways[way]);
        upstream.answerWith(it.strict(unexpected));
        const encoded = await agent.ask(name, question);
        if (!encoded.ok || shapeOf(encoded) !== shapeOf(plain)) wrong.push([name, encoded]);
      }
    }
    upstream.encodeWith();
    expect([wrong, unexpected]).toEqual([[], []]);
  });
});

test.each(overHttp)(
  '%s answers the same when a proxy on the way says that it changed the answer (203)',
  async (_id, one) => {
    const it = new ConnectorUnderTest(one);
    await it.start();
    try {
      const agent = it.agentWith({}, { operationsPerMinute: 1_000_000 });
      const wrong: unknown[] = [];
      for (const name of it.reads) {
        const well = it.strict([]);
        it.upstream.answerWith(well);
        const plain = await it.ask(agent, name);
        it.upstream.answerWith((call) => {
          const reply = well(call);
          return typeof reply === 'string' || reply.status !== 200 ? reply : { ...reply, status: 203 };
        });
        const changed = await it.ask(agent, name);
        if (shapeOf(changed) !== shapeOf(plain)) wrong.push([name, changed]);
      }
      expect(wrong).toEqual([]);
    } finally {
      await it.close();
    }
  },
);

/** Without the times, some of which are as old as the test that asks. */
function shapeOf(answer: OperationAnswer): string {
  return JSON.stringify(
    answer.ok ? { ...answer.result, cost: undefined, nextCursor: undefined } : answer.fault,
  ).replaceAll(/[\d.]+/gu, '0');
}

/** The same JSON without what ISO-8859-1 has no letter for. */
function inLatin1(body: string): string {
  // By units, which is how JSON escapes what lies beyond the first plane.
  return body.replaceAll(
    /[\u0100-\uFFFF]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
