import { describe, expect, test } from 'vitest';
import { Fault } from '../core/fault.ts';
import { runLibrary } from './run-library.ts';

const fault = new Fault('upstream_down', { code: 'TIMEOUT' }, 'Try again.');
const never = (): Promise<never> => new Promise(() => undefined);

/** Counts what is let out. */
function sender<Answer>(answer: () => Promise<Answer>) {
  const sent: string[] = [];
  const send = (request: string): Promise<Answer> => {
    sent.push(request);
    return answer();
  };
  return { send, sent };
}

test('returns the answer, and what the library made of it', async () => {
  const { send, sent } = sender(() => Promise.resolve('[1,2]'));
  const run = runLibrary(send, async (forward) => JSON.parse(await forward('GET /list')) as unknown);
  await expect(run).resolves.toEqual({ answer: '[1,2]', result: [1, 2] });
  expect(sent).toEqual(['GET /list']);
});

describe('a failure of the sender is thrown unchanged', () => {
  test.each<[string, (send: () => Promise<never>) => Promise<unknown>]>([
    ['when the library passes it on', (send) => send()],
    [
      'when the library wraps it',
      (send) =>
        send().catch((error: unknown) => {
          throw new Error('500', { cause: error });
        }),
    ],
    ['when the library takes it for an answer', (send) => send().catch(() => 'an empty list')],
    ['at once, when the library waits before another try', (send) => send().catch(never)],
    ['at once, when the library waits for something else', (send) => Promise.all([send(), never()])],
  ])('%s', async (_when, library) => {
    for (const thrown of [fault, new DOMException('gone', 'AbortError')]) {
      const run = runLibrary(
        () => Promise.reject(thrown),
        (forward) => library(() => forward('GET /')),
      );
      await expect(run).rejects.toBe(thrown);
    }
  });

  test.each([
    ['the caller left', new DOMException('gone', 'AbortError')],
    ['the deadline has passed', fault],
  ])('when %s: nothing more is sent, although the library tries again', async (_when, thrown) => {
    const answer = Promise.withResolvers<never>();
    const { send, sent } = sender(() => answer.promise);
    const tries: string[] = [];
    const run = runLibrary(send, async (forward) => {
      while (tries.length < 3) {
        tries.push(`try ${tries.length}`);
        await forward(tries.at(-1) ?? '').catch(() => undefined);
      }
    });
    answer.reject(thrown);
    await expect(run).rejects.toBe(thrown);
    await expect.poll(() => tries.length).toBe(3);
    expect(sent).toEqual(['try 0']);
  });
});

describe('a library that misbehaves', () => {
  test('by an answer that it cannot read is upstream_changed, without its own words', async () => {
    const run = runLibrary(
      () => Promise.resolve('a-secret-answer'),
      async (forward) => {
        throw new SyntaxError(`unexpected ${await forward('GET /')}`);
      },
    );
    const error: unknown = await run.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: 'upstream_changed', data: { path: '$' } });
    expect((error as Fault).cause).toMatchObject({ message: 'the client library cannot read the answer: SyntaxError' });
    expect(JSON.stringify(error)).not.toContain('a-secret-answer');
  });

  test('by ending before its answer is there has the end of what was sent', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const run = runLibrary(
      () => promise,
      (forward) => {
        void forward('GET /').catch(() => undefined);
        return Promise.reject(new Error('its own time limit'));
      },
    );
    reject(fault);
    await expect(run).rejects.toBe(fault);
  });

  test('by a second request is refused it, and fails', async () => {
    const { send, sent } = sender(() => Promise.resolve('page 1'));
    const run = runLibrary(send, async (forward) => [await forward('page=1'), await forward('page=2')]);
    await expect(run).rejects.toThrow('tried to send a second request');
    expect(sent).toEqual(['page=1']);
  });

  test('before it sends anything fails by its own error', async () => {
    const own = new TypeError('no such method');
    await expect(
      runLibrary(
        () => Promise.resolve(''),
        () => Promise.reject(own),
      ),
    ).rejects.toBe(own);
  });

  test('by sending nothing fails', async () => {
    const run = runLibrary(
      () => Promise.resolve(''),
      () => Promise.resolve('from a cache of its own'),
    );
    await expect(run).rejects.toThrow('sent nothing');
  });
});
