import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/core/fault.ts';
import { isInTheClear, parseConnectionString, withAuthSource } from './connection-string.ts';

const password = 'p@ss/w:rd+1?#';
const encoded = encodeURIComponent(password);

function faultOf(text: string): Fault {
  try {
    parseConnectionString(text);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('it was taken');
}

/** All that a refusal reports; nothing for an accepted one. */
function toldOf(text: string): string {
  try {
    parseConnectionString(text);
    return '';
  } catch (error) {
    return error instanceof Fault
      ? `${error.stack} ${JSON.stringify(error.toWire())} ${String(error.cause)}`
      : String(error);
  }
}

describe('a connection string', () => {
  test('returns hosts, user, database and options, and is rewritten for the driver', () => {
    const target = parseConnectionString(
      `mongodb://farol:${encoded}@a.example.net:27017,b.example.net:27018/shop?replicaSet=rs0&tls=true&retryWrites=true&w=majority`,
    );
    expect(target).toMatchObject({
      hosts: ['a.example.net:27017', 'b.example.net:27018'],
      isSrv: false,
      isTls: true,
      user: 'farol',
      authSource: 'shop',
      database: 'shop',
    });
    expect(target.uri.reveal()).toBe(
      `mongodb://farol:${encoded}@a.example.net:27017,b.example.net:27018/shop?replicaSet=rs0&tls=true`,
    );
  });

  test('of Atlas is taken as the vendor shows it', () => {
    const target = parseConnectionString(
      `mongodb+srv://farol:${encoded}@cluster0.ab1cd.mongodb.net/?retryWrites=true&w=majority&appName=Cluster0`,
    );
    expect(target).toMatchObject({
      hosts: ['cluster0.ab1cd.mongodb.net'],
      isSrv: true,
      isTls: true,
      authSource: 'admin',
    });
    expect(target.uri.reveal()).toBe(`mongodb+srv://farol:${encoded}@cluster0.ab1cd.mongodb.net/?`);
  });

  test('gives the password, and user and password together, as written and decoded, to be kept [C-PLAT-8]', () => {
    const { secrets } = parseConnectionString(`mongodb://fa%40rol:${encoded}@db.example.net/?tls=true`);
    expect(secrets).toEqual([password, `fa@rol:${password}`, encoded, `fa%40rol:${encoded}`]);
  });

  test('without a user is taken, and says that there is none', () => {
    expect(parseConnectionString('mongodb://localhost')).toMatchObject({ user: undefined, secrets: [], isTls: false });
  });

  test.each([
    ['another scheme', 'http://a:longenough@b/', 'mongodb://'],
    ['no host', 'mongodb://', 'Write it as'],
    ['an unencoded @ in the password', 'mongodb://u:pa@ssword@h/', 'percent-encoded'],
    ['an unencoded / in the password', 'mongodb://u:pa/ssword@h/', 'percent-encoded'],
    ['an unencoded ? in the password', 'mongodb://u:passwo?rd@h/', 'percent-encoded'],
    ['an unencoded : in the password', 'mongodb://u:pass:word@h/', 'percent-encoded'],
    ['a user without a password', 'mongodb://user@h/', 'percent-encoded'],
    ['a lone %', 'mongodb://u:pass%word@h/', '%25'],
    ['a placeholder', 'mongodb+srv://u:<db_password>@c.example.net/', 'placeholder'],
    ['a short password', 'mongodb://u:short@h/', 'at least 8'],
    ['a space', 'mongodb://u:longenough@h/ ', 'percent-encoded'],
    ['a character that is no ASCII', 'mongodb://u:longenoügh@h/', 'percent-encoded'],
    ['a socket of this machine', 'mongodb://u:longenough@%2Ftmp%2Fmongodb-27017.sock/', 'hosts'],
    ['a port that is none', 'mongodb://u:longenough@h:99999/', 'hosts'],
    ['an empty host', 'mongodb://u:longenough@a,,b/', 'hosts'],
    ['SRV with two hosts', 'mongodb+srv://u:longenough@a.example.net,b.example.net/', 'exactly one'],
    ['SRV with a port', 'mongodb+srv://u:longenough@a.example.net:27017/', 'exactly one'],
    ['a database that is no name', 'mongodb://u:longenough@h/a.b', 'name of a database'],
    ['certificates that are not checked', 'mongodb://u:longenough@h/?tlsInsecure=true', 'valid for its name'],
    [
      'invalid certificates let through',
      'mongodb://u:longenough@h/?tlsAllowInvalidCertificates=true',
      'valid for its name',
    ],
    ['an authority in a file', 'mongodb://u:longenough@h/?tlsCAFile=/etc/passwd', 'RUNNER_CA_FILE'],
    ['a key in a file', 'mongodb://u:longenough@h/?tlsCertificateKeyFile=/etc/passwd', 'user and a password'],
    ['a cloud identity', 'mongodb://u:longenough@h/?authMechanism=MONGODB-AWS', 'authMechanism'],
    ['a certificate as identity', 'mongodb://u:longenough@h/?authMechanism=MONGODB-X509', 'authMechanism'],
    ['a password in the clear', 'mongodb://u:longenough@h/?authMechanism=PLAIN', 'tls=true'],
    ['a proxy', 'mongodb://u:longenough@h/?proxyHost=evil.example.net', 'directly'],
    ['an unknown option', 'mongodb://u:longenough@h/?autoEncryption=x', 'does not know'],
    ['a wrong value', 'mongodb://u:longenough@h/?readPreference=anywhere', 'readPreference'],
    ['an option twice', 'mongodb://u:longenough@h/?authSource=a&authSource=b', 'once'],
    ['an option without a value', 'mongodb://u:longenough@h/?tls', 'name=value'],
  ])('with %s is refused, saying what to do', (_what, text, words) => {
    const fault = faultOf(text);
    expect(fault.kind).toBe('credential_rejected');
    expect(fault.data).toMatchObject({ kind: 'connection string', reason: 'malformed' });
    expect(fault.remedy).toContain('MONGO_URI');
    expect(fault.remedy).toContain(words);
  });

  test('that is refused is not repeated, not even in part', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[!-~]{8,30}$/u),
        fc.constantFrom('mongodb://', 'mongodb+srv://', ''),
        (secret, scheme) => {
          const marked = `Zq9${secret}`;
          expect(toldOf(`${scheme}user:${marked}@host.example.net/${marked}?${marked}=1`)).not.toContain('Zq9');
        },
      ),
    );
  });

  test('means the same to the driver as to us, whatever user and password are', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 8 }), (user, secret) => {
        fc.pre(user.isWellFormed() && secret.isWellFormed());
        const text = `mongodb://${encodeURIComponent(user)}:${encodeURIComponent(secret)}@h.example.net/?tls=true`;
        const target = parseConnectionString(text);
        const url = new URL(target.uri.reveal().replace(/^mongodb/u, 'http'));
        expect([decodeURIComponent(url.username), decodeURIComponent(url.password), url.host]).toEqual([
          user,
          secret,
          'h.example.net',
        ]);
        expect(target.secrets).toContain(secret);
      }),
    );
  });

  test('is in the clear without TLS, unless it stays on this machine', () => {
    const isClear = (hosts: string): boolean => isInTheClear(parseConnectionString(hosts));
    expect(isClear('mongodb://u:longenough@db.example.net/')).toBe(true);
    expect(isClear('mongodb://u:longenough@localhost:27017,db.example.net/')).toBe(true);
    expect(isClear('mongodb://u:longenough@127.0.0.1:27017/')).toBe(false);
    expect(isClear('mongodb://u:longenough@db.example.net/?ssl=true')).toBe(false);
    expect(isClear('mongodb+srv://u:longenough@db.example.net/?tls=false')).toBe(true);
  });

  test('can be turned to another authSource', () => {
    const target = parseConnectionString(`mongodb://farol:${encoded}@h/shop?authSource=shop&tls=true`);
    const other = withAuthSource(target, 'admin');
    expect(other.authSource).toBe('admin');
    expect(other.uri.reveal()).toBe(`mongodb://farol:${encoded}@h/shop?tls=true&authSource=admin`);
  });
});
