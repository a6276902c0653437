/**
 * The inspector of a Node program that was started with `inspectorOption`. It collects garbage, reads the heap and
 * watches the event loop from outside, so that no program ships code for it.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import { z } from 'zod';
import type { Child } from '../../demo/child-process.ts';

export const inspectorOption = '--inspect=127.0.0.1:0';

const readyMs = 10_000;
const answerMs = 60_000;
/** The least that the histogram shows: it samples a timer of this period. */
const resolutionMs = 10;

const Reply = z.looseObject({
  id: z.number(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});
const HeapUsage = z.looseObject({ usedSize: z.number() });
const Evaluated = z.looseObject({
  result: z.looseObject({ value: z.number().optional() }),
  exceptionDetails: z.looseObject({ text: z.string() }).optional(),
});

const watch = "globalThis[Symbol.for('soak')]";
const startWatch = `(() => {
  ${watch} = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: ${resolutionMs} });
  ${watch}.enable();
})()`;
const readWatch = `(() => {
  const late = ${watch}.percentile(99);
  ${watch}.reset();
  return late;
})()`;

interface Asked {
  resolve(result: object): void;
  reject(error: Error): void;
}

export class Inspector {
  readonly #socket: WebSocket;
  readonly #name: string;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;

  private constructor(socket: WebSocket, name: string) {
    this.#socket = socket;
    this.#name = name;
    socket.on('message', (data) => this.#receive((data as Buffer).toString('utf8')));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#fail(new Error(`${name} closed its inspector`)));
  }

  /** @throws when the program does not say the address of its inspector, or ends. */
  static async of(child: Child): Promise<Inspector> {
    const socket = new WebSocket(await addressOf(child), { perMessageDeflate: false });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    const inspector = new Inspector(socket, child.name);
    await inspector.#evaluate(startWatch);
    return inspector;
  }

  /** Bytes that are used after a forced collection, of the main thread. */
  async heapBytes(): Promise<number> {
    // What a finalizer lets go of is collected the second time.
    await this.#ask('HeapProfiler.collectGarbage');
    await this.#ask('HeapProfiler.collectGarbage');
    return HeapUsage.parse(await this.#ask('Runtime.getHeapUsage')).usedSize;
  }

  /** How late the event loop was since the last call, 99th percentile in milliseconds. */
  async loopLateMs(): Promise<number> {
    const late = (await this.#evaluate(readWatch)) ?? 0;
    return Math.max(0, late / 1e6 - resolutionMs);
  }

  close(): void {
    this.#socket.terminate();
  }

  async #evaluate(expression: string): Promise<number | undefined> {
    const answer = Evaluated.parse(await this.#ask('Runtime.evaluate', { expression, returnByValue: true }));
    if (answer.exceptionDetails === undefined) return answer.result.value;
    throw new Error(`the inspector of ${this.#name} could not evaluate: ${answer.exceptionDetails.text}`);
  }

  #ask(method: string, params: object = {}): Promise<object> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#asked.delete(id);
        reject(new Error(`the inspector of ${this.#name} did not answer ${method} within ${answerMs / 1000} s`));
      }, answerMs);
      const settle = <T>(end: (value: T) => void) => {
        return (value: T): void => {
          clearTimeout(timer);
          end(value);
        };
      };
      this.#asked.set(id, { resolve: settle(resolve), reject: settle(reject) });
      if (this.#socket.readyState !== WebSocket.OPEN) this.#fail(new Error(`${this.#name} closed its inspector`));
      else this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #receive(text: string): void {
    const reply = Reply.safeParse(JSON.parse(text));
    // Notifications have no id.
    if (!reply.success) return;
    const asked = this.#asked.get(reply.data.id);
    this.#asked.delete(reply.data.id);
    const { error, result = {} } = reply.data;
    if (error === undefined) asked?.resolve(result);
    else asked?.reject(new Error(`the inspector of ${this.#name}: ${error.message}`));
  }

  #fail(error: Error): void {
    for (const asked of this.#asked.values()) asked.reject(error);
    this.#asked.clear();
  }
}

async function addressOf(child: Child): Promise<string> {
  const deadline = performance.now() + readyMs;
  while (performance.now() < deadline && child.exitCode() === undefined) {
    const found = /^Debugger listening on (ws:\S+)$/mu.exec(readFileSync(child.logFile, 'utf8'));
    if (found?.[1] !== undefined) return found[1];
    await sleep(50);
  }
  throw new Error(`${child.name} did not open its inspector:\n${child.tail()}`);
}
