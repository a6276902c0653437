/**
 * A loopback server that speaks the database's protocol: it signs in with SCRAM-SHA-256, answers each command
 * with what the test says, counts what it was asked and knows who is still connected. Has the surface of
 * FakeUpstream, so that the contract suite can drive it: a command is a call with the method COMMAND, the path
 * `/<database>/<command>` and its document as canonical extended JSON in the body.
 */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { BSON, type Document } from 'mongodb';
import type { FakeCall, Reply, Upstream } from '../../../test/contract/fake-upstream.ts';
import { ScramServer } from './scram.ts';
import { readFrames, type Received, writeFrame } from './wire.ts';

export interface FakeMongoOptions {
  /** Passwords by user name; undefined for a database that asks nobody who they are. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Database in which the users are looked for. */
  readonly authSource?: string;
  /** What hello says beside the usual. */
  readonly hello?: Readonly<Record<string, unknown>>;
  readonly tls?: TlsOptions;
  /** Leaves out the first message of the sign-in from hello, as databases before 4.4 do. */
  readonly hasNoSpeculation?: boolean;
  /** Proves at the sign-in that it does not know the password. */
  readonly hasFalseProof?: boolean;
  /** What a connection meets instead of an answer to its first hello. */
  readonly atConnect?: 'silence' | 'cut';
}

const { EJSON } = BSON;
const ofHandshake: ReadonlySet<string> = new Set(['hello', 'ismaster', 'isMaster', 'saslStart', 'saslContinue']);

export class FakeMongo implements Upstream {
  /** Commands, and a sign-in that was refused; hello and what went well of a sign-in are in `commands`. */
  readonly calls: FakeCall[] = [];
  /** Every command by its name, in the order they came. */
  readonly commands: string[] = [];
  /** What clients said of themselves. */
  readonly clients: Document[] = [];
  /** What came and was no frame. */
  readonly misread: string[] = [];
  #connections = 0;
  #heard: Buffer = Buffer.alloc(0);
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #options: FakeMongoOptions;
  #reply: (call: FakeCall) => Reply | Promise<Reply>;

  private constructor(reply: (call: FakeCall) => Reply, options: FakeMongoOptions) {
    this.#reply = reply;
    this.#options = options;
    const take = (socket: Socket): void => this.#take(socket);
    this.#server = options.tls === undefined ? createServer(take) : createTlsServer(options.tls, take);
  }

  static async start(reply: (call: FakeCall) => Reply, options: FakeMongoOptions = {}): Promise<FakeMongo> {
    const fake = new FakeMongo(reply, options);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  /** Host and port: as in a connection string. */
  get url(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Every connection there was. */
  get connections(): number {
    return this.#connections;
  }

  /** All bytes that were received, from everybody. */
  get heard(): Buffer {
    return this.#heard;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  /** From here on answers with this; forgets what it was asked before. */
  answerWith(reply: Reply | ((call: FakeCall) => Reply | Promise<Reply>)): void {
    this.calls.length = 0;
    this.commands.length = 0;
    this.#reply = typeof reply === 'function' ? reply : () => reply;
  }

  /** What hello says from here on: for what can only be said once the address is known. */
  greetWith(hello: Readonly<Record<string, unknown>>): void {
    this.#options = { ...this.#options, hello };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(socket: Socket): void {
    this.#sockets.add(socket);
    this.#connections += 1;
    socket.once('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    if (this.#options.atConnect === 'cut') return void socket.destroy();
    if (this.#options.atConnect === 'silence') return void socket.resume();
    const connection = new Connection(this.#options);
    let waiting: Buffer = Buffer.alloc(0);
    socket.on('data', (part) => {
      this.#heard = Buffer.concat([this.#heard, part]);
      try {
        const { frames, rest } = readFrames(Buffer.concat([waiting, part]));
        waiting = rest;
        for (const frame of frames) void this.#answer(socket, connection, frame);
      } catch (error) {
        this.misread.push(error instanceof Error ? error.message : String(error));
        socket.destroy();
      }
    });
    return undefined;
  }

  async #answer(socket: Socket, connection: Connection, frame: Received): Promise<void> {
    const name = Object.keys(frame.command)[0] ?? '';
    this.commands.push(name);
    const call = toCall(name, frame.command);
    if (!frame.wantsAnswer) return;
    if (ofHandshake.has(name)) {
      const answer = await this.#greet(connection, call, frame.command);
      if (answer['ok'] === 0) this.calls.push(call);
      socket.write(writeFrame(frame, answer));
      return;
    }
    this.calls.push(call);
    const reply = connection.isSignedIn ? await this.#reply(call) : unauthenticated(name);
    if (reply === 'silence') return;
    if (reply === 'truncate') {
      const whole = writeFrame(frame, { ok: 1, cursor: { firstBatch: [{ text: 'x'.repeat(200) }] } });
      socket.write(whole.subarray(0, whole.length >> 1), () => setTimeout(() => socket.destroy(), 2));
      return;
    }
    if (reply === 'trickle') {
      trickle(socket, writeFrame(frame, { ok: 1, text: 'x'.repeat(100_000) }));
      return;
    }
    socket.write(writeFrame(frame, toDocument(reply)));
  }

  /** Hello and sign-in. A reply that is about who signs in refuses here; every other waits for a command. */
  async #greet(connection: Connection, call: FakeCall, command: Document): Promise<Document> {
    if (!call.path.includes('sasl')) {
      const client: unknown = command['client'];
      if (typeof client === 'object' && client !== null) this.clients.push(client);
      return connection.hello(command);
    }
    const reply = await this.#reply(call);
    const refusal = typeof reply === 'string' ? undefined : toDocument(reply);
    const isRefused = refusal !== undefined && refusal['ok'] === 0 && isAboutSignIn(refusal);
    return isRefused ? refusal : connection.signIn(command);
  }
}

/** What one client has said of itself. */
class Connection {
  readonly #options: FakeMongoOptions;
  #scram: ScramServer | undefined;
  #isSignedIn = false;

  constructor(options: FakeMongoOptions) {
    this.#options = options;
  }

  get isSignedIn(): boolean {
    return this.#isSignedIn || this.#options.accounts === undefined;
  }

  hello({ saslSupportedMechs, speculativeAuthenticate }: Document): Document {
    const { accounts, hasNoSpeculation, hello } = this.#options;
    return {
      helloOk: true,
      isWritablePrimary: true,
      ismaster: true,
      maxBsonObjectSize: 16 << 20,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      connectionId: 1,
      minWireVersion: 0,
      maxWireVersion: 25,
      readOnly: false,
      ...(saslSupportedMechs !== undefined && accounts !== undefined && { saslSupportedMechs: ['SCRAM-SHA-256'] }),
      ...(speculativeAuthenticate !== undefined &&
        accounts !== undefined &&
        hasNoSpeculation !== true && { speculativeAuthenticate: this.signIn(speculativeAuthenticate as Document) }),
      ok: 1,
      ...hello,
    };
  }

  signIn(command: Document): Document {
    const { accounts = {}, authSource } = this.#options;
    const database: unknown = command['db'] ?? command['$db'];
    const payload = Buffer.from((command['payload'] as { buffer: Uint8Array }).buffer).toString();
    if ('saslStart' in command) {
      const mechanism: unknown = command['mechanism'];
      if (mechanism !== 'SCRAM-SHA-256') return refusal(334, 'MechanismUnavailable', `${String(mechanism)} mechanism`);
      this.#scram = new ScramServer(authSource === undefined || authSource === database ? accounts : {});
      return this.#step(this.#scram.begin(payload), false);
    }
    const proof = this.#scram?.finish(payload);
    if (proof === undefined) return refusal(18, 'AuthenticationFailed', 'Authentication failed.');
    this.#isSignedIn = true;
    const isFalse = this.#options.hasFalseProof === true;
    return this.#step(isFalse ? `v=${Buffer.alloc(32).toString('base64')}` : proof, true);
  }

  #step(text: string, done: boolean): Document {
    return { conversationId: 1, done, payload: new BSON.Binary(Buffer.from(text)), ok: 1 };
  }
}

/** The beginning of an answer, a little at a time. */
function trickle(socket: Socket, frame: Buffer): void {
  let sent = 20;
  socket.write(frame.subarray(0, sent));
  const drip = setInterval(() => socket.write(frame.subarray(sent, (sent += 1))), 10);
  socket.once('close', () => clearInterval(drip));
}

function toCall(name: string, command: Document): FakeCall {
  return {
    method: 'COMMAND',
    path: `/${String(command['$db'])}/${name}`,
    query: new URLSearchParams(),
    form: new URLSearchParams(),
    body: JSON.stringify(toCanonical(command)),
    headers: {},
  };
}

/** Walks the documents itself: the library takes one with a field of its own mark for something else. */
function toCanonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCanonical);
  const isDocument =
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Date) &&
    (!('_bsontype' in value) || Object.hasOwn(value, '_bsontype'));
  if (isDocument) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toCanonical(one)]));
  const { v } = JSON.parse(EJSON.stringify({ v: value }, { relaxed: false })) as { v: unknown };
  return v;
}

type Written = Exclude<Reply, string>;

/** 200 is an answer in extended JSON. Every other is an error: its own document, or the number that says the same as the status of HTTP. */
function toDocument({ status, body, headers }: Written): Document {
  if (status === 200) return EJSON.parse(body, { relaxed: false }) as Document;
  if (body.startsWith('{"ok":0')) return EJSON.parse(body) as Document;
  if (status === 401) return refusal(18, 'AuthenticationFailed', 'Authentication failed.');
  if (status === 403) return refusal(13, 'Unauthorized', 'not authorized on shop to execute command');
  if (status !== 429) return refusal(1, 'InternalError', body);
  const baseBackoffMS = Number(headers?.['retry-after'] ?? 0) * 1000;
  return {
    ...refusal(462, 'IngressRequestRateLimitExceeded', 'Request rejected due to rate limiting'),
    errorLabels: ['SystemOverloadedError', 'RetryableError'],
    ...(baseBackoffMS > 0 && { baseBackoffMS: BSON.Long.fromNumber(baseBackoffMS) }),
  };
}

function unauthenticated(name: string): Reply {
  const error = refusal(13, 'Unauthorized', `Command ${name} requires authentication`);
  return { status: 13, body: JSON.stringify(error) };
}

function refusal(code: number, codeName: string, errmsg: string): Document {
  return { ok: 0, errmsg, code, codeName };
}

function isAboutSignIn({ code, errmsg }: Document): boolean {
  return code === 18 || code === 334 || (code === 8000 && /bad auth/u.test(String(errmsg)));
}
