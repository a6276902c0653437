import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import dns from 'node:dns';
import { createServer } from 'node:net';
import * as driver from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { NetworkOptions } from '../../src/core/network-agent.ts';
import { createLog } from '../../src/core/log.ts';
import { Redactor } from '../../src/core/redact.ts';
import { Secret } from '../../src/core/secret.ts';
import { type Authority, makeAuthority } from '../eks/upstream/authority.ts';
import { faultIn } from '../../test/contract/agent-under-test.ts';
import { canary, canaryForms } from '../../test/contract/canary.ts';
import { accounts, createRig, uriOf } from './upstream/agent.ts';
import type { FakeMongoOptions } from './upstream/fake-mongo.ts';
import { parseConnectionString } from './connection-string.ts';
import { explainFailure } from './failures.ts';

const orders = { database: 'shop', collection: 'orders' };
const rig = createRig();
let authority: Authority;
beforeAll(async () => {
  authority = await makeAuthority();
});
// Most of these wait as long as the driver looks for a member, and so they wait together.
afterAll(() => rig.close());

const serve = (options: FakeMongoOptions = {}) => rig.serve({}, { accounts, authSource: 'admin', ...options });

const ask = (uri: string, network?: NetworkOptions) =>
  rig.agentAt(uri, network === undefined ? {} : { network }).ask('documents.find', orders);

const faultOf = async (...args: Parameters<typeof ask>) => faultIn(await ask(...args));
const trusted = () => ({ ca: authority.pem, env: {} });
const tls = 'authSource=admin&tls=true';

describe.concurrent('what never reached the database', () => {
  test('nothing listens there', async () => {
    const fault = await faultOf(uriOf('127.0.0.1:1'));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'ECONNREFUSED' } });
    expect(fault.remedy).toContain('127.0.0.1:1');
  });

  test('a name that does not resolve', async () => {
    const fault = await faultOf(uriOf('db.invalid:27017'));
    expect(fault.code).toBe('upstream_down');
    expect(String(fault.data['code'])).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/u);
  });

  test('nobody answers in time: the network or the access list, and neither password nor role', async () => {
    const fake = await serve({ atConnect: 'silence' });
    const fault = await faultOf(uriOf(fake.url));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'TIMEOUT' } });
    expect(fault.remedy).toContain('IP access list');
    expect(fault.remedy).toContain('are not the cause');
    await expect.poll(() => fake.openSockets, { timeout: 6000 }).toBe(0);
  });

  test('the connection is cut at once', async () => {
    const fake = await serve({ atConnect: 'cut' });
    const fault = await faultOf(uriOf(fake.url));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'ECONNRESET' } });
    expect(fault.remedy).toContain('tls=true');
  });

  test('what answers is no database', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    expect((await faultOf(uriOf(`127.0.0.1:${port}`))).code).toMatch(/^(?:upstream_down|upstream_changed)$/u);
  });

  test('the members that answer are of another set', async () => {
    const hello = { setName: 'rs1', hosts: ['127.0.0.1:1'], secondary: false, setVersion: 1 };
    const fake = await serve({ hello });
    const fault = await faultOf(uriOf(fake.url, 'authSource=admin&replicaSet=rs0'));
    expect(fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'MONGO_URI', tried: 'replicaSet=rs0' } });
  });

  test('no member is of the kind that is asked for', async () => {
    const member = await serve();
    member.greetWith({ setName: 'rs0', hosts: [member.url], me: member.url, setVersion: 1, primary: member.url });
    const fault = await faultOf(uriOf(member.url, 'authSource=admin&replicaSet=rs0&readPreference=secondary'));
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'NO_SUITABLE_MEMBER' } });
    expect(fault.remedy).toContain('readPreference');
  });

  test('a release that is too old', async () => {
    const fake = await serve({ hello: { maxWireVersion: 6 } });
    const fault = await faultOf(uriOf(fake.url));
    expect(fault.code).toBe('feature_disabled');
    expect(fault.remedy).toContain('4.2');
  });

  test('somebody who does not know the password either', async () => {
    const fake = await serve({ hasFalseProof: true });
    const fault = await faultOf(uriOf(fake.url));
    expect(fault).toMatchObject({ code: 'wrong_endpoint', data: { variable: 'MONGO_URI' } });
    expect(fake.calls).toEqual([]);
  });
});

describe.concurrent('TLS', () => {
  test('with the authority of RUNNER_CA_FILE is trusted, and nothing else is needed', async () => {
    const fake = await serve({ tls: await authority.issue(['localhost', '127.0.0.1']) });
    const uri = uriOf(fake.url.replace('127.0.0.1', 'localhost'), tls);
    expect((await ask(uri, trusted())).ok).toBe(true);
  });

  test('with an authority that is not trusted says where to give it', async () => {
    const fake = await serve({ tls: await authority.issue(['localhost', '127.0.0.1']) });
    const fault = await faultOf(uriOf(fake.url, tls));
    expect(fault.code).toBe('upstream_down');
    expect(fault.remedy).toContain('RUNNER_CA_FILE');
    expect(fake.commands).toEqual([]);
  });

  test('with a certificate for another name', async () => {
    const fake = await serve({ tls: await authority.issue(['db.example.net']) });
    const fault = await faultOf(uriOf(fake.url.replace('127.0.0.1', 'localhost'), tls), trusted());
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } });
  });

  test('with a certificate that has run out', async () => {
    const twoYearsAgo = Date.now() - 2 * 365 * 86_400_000;
    const fake = await serve({ tls: await authority.issue(['localhost'], twoYearsAgo) });
    const fault = await faultOf(uriOf(fake.url.replace('127.0.0.1', 'localhost'), tls), trusted());
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'CERT_HAS_EXPIRED' } });
  });

  test('spoken to a database that does not', async () => {
    const fake = await serve();
    const fault = await faultOf(uriOf(fake.url, tls));
    expect(fault.code).toBe('upstream_down');
    expect(fault.remedy).toMatch(/TLS|tls/u);
    expect(fake.misread.length).toBeGreaterThan(0);
  });

  test('asked for by a database, and not spoken', async () => {
    const fake = await serve({ tls: await authority.issue(['localhost']) });
    const fault = await faultOf(uriOf(fake.url));
    expect(fault.code).toBe('upstream_down');
    expect(fault.remedy).toContain('tls=true');
  });
});

describe('the records of mongodb+srv', () => {
  const resolvers = dns.getServers();
  let resolver: UdpSocket | undefined;
  afterEach(() => {
    dns.setServers(resolvers);
    resolver?.close();
    resolver = undefined;
  });

  /** Answers every question with this code of DNS and no record. */
  async function resolveWith(code: number): Promise<void> {
    const socket = createSocket('udp4', (question, { port, address }) => {
      const answer = Buffer.from(question);
      answer.writeUInt16BE(0x81_80 | code, 2);
      socket.send(answer, port, address);
    });
    resolver = socket;
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    dns.setServers([`127.0.0.1:${socket.address().port}`]);
  }

  const uri = `mongodb+srv://farol:long-enough@cluster0.example.net/`;

  test('that are not there: the address is wrong, or is not let through', async () => {
    await resolveWith(3);
    const fault = await faultOf(uri);
    expect(fault).toMatchObject({
      code: 'wrong_endpoint',
      data: { variable: 'MONGO_URI', tried: '_mongodb._tcp.cluster0.example.net' },
    });
    expect(fault.remedy).toContain('mongodb://');
  });

  test('that nobody explains', async () => {
    await resolveWith(2);
    const fault = await faultOf(uri);
    expect(fault).toMatchObject({ code: 'upstream_down', data: { code: 'ESERVFAIL' } });
    expect(fault.remedy).toContain('DNS');
  });
});

describe('every error of the driver', () => {
  const uri = `mongodb://farol:${encodeURIComponent(canary)}@db.example.net:27017/?authSource=admin&tls=true`;
  const target = parseConnectionString(uri);
  const attempt = { call: 'mongodb:find', database: 'shop', target, nowMs: 0 };
  type ErrorClass = abstract new (...args: never) => Error;
  const isErrorClass = (one: unknown): one is ErrorClass => typeof one === 'function' && one.prototype instanceof Error;
  const classes = Object.entries<unknown>(driver).flatMap(([name, one]) =>
    name.endsWith('Error') && isErrorClass(one) ? [[name, one] as const] : [],
  );

  test('is known here by its name', () => expect(classes.length).toBeGreaterThan(30));

  /** As the driver makes it, with the credential wherever it may stand. */
  function failureOf(Failure: ErrorClass): Error {
    const cause = new Error(`cause ${canary} ${uri}`);
    // The constructors differ; the members that are read are made by hand.
    const error = new Error(`message ${uri} ${canary}`, { cause });
    Object.setPrototypeOf(error, Failure.prototype as object);
    const fields = { extra: { uri, password: canary }, code: 13, errmsg: `errmsg ${uri} ${canary}` };
    for (const [name, value] of Object.entries(fields)) Object.defineProperty(error, name, { value, enumerable: true });
    return error;
  }

  test.each(classes)('%s becomes a fault that shows no credential, in no field, stack or cause', (_name, Failure) => {
    const written: string[] = [];
    const redactor = new Redactor();
    for (const form of [...target.secrets, target.uri.reveal()]) redactor.add(new Secret(form));
    const log = createLog('agent', { level: 'debug', redactor, destination: { write: (line) => written.push(line) } });
    const fault = explainFailure(failureOf(Failure), attempt);
    // What leaves is clean before anybody cleans it.
    written.push(JSON.stringify(fault.toWire()));
    log.error({ err: fault, cause: fault.cause }, 'it failed');
    expect(written.join('').length).toBeGreaterThan(100);
    expect(canaryForms.filter((form) => written.join('').includes(form))).toEqual([]);
  });

  test('an error that is none of the driver is a bug, with its cause for the log', () => {
    const cause = new TypeError('x is not a function');
    expect(explainFailure(cause, attempt)).toMatchObject({ kind: 'bug', cause });
  });
});
