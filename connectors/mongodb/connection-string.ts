/**
 * The value of MONGO_URI, read strictly: what is not understood is refused, and no part of it is ever repeated,
 * because a part that was misread may be a piece of the password. What the driver gets is written from
 * what was understood here, so that both mean the same.
 */
import { Fault } from '../../src/core/fault.ts';
import { minSecretLength } from '../../src/core/redact.ts';
import { Secret } from '../../src/core/secret.ts';
import { ignoredOptions, passedOptions, refusedOptions } from './connection-options.ts';

export interface Target {
  /** `host:port` as written; of mongodb+srv the one name whose records tell the hosts. */
  readonly hosts: readonly string[];
  readonly isSrv: boolean;
  readonly isTls: boolean;
  /** Undefined when no credential is in it. */
  readonly user: string | undefined;
  /** The database that holds the user; what an SRV record may say instead is not known here. */
  readonly authSource: string;
  /** The database in the path; undefined when there is none. */
  readonly database: string | undefined;
  /** Options handed on, by the driver's spelling. */
  readonly options: readonly (readonly [name: string, value: string])[];
  /** For the driver. */
  readonly uri: Secret;
  /** Every form of the password that must never be shown, alone and with its user. */
  readonly secrets: readonly string[];
}

interface Parts {
  readonly scheme: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly hosts: string;
  readonly database: string | undefined;
  readonly query: string | undefined;
}

const form =
  /^(?<scheme>mongodb(?:\+srv)?):\/\/(?:(?<user>[^@/:?#[\]]+):(?<password>[^@/:?#[\]]+)@)?(?<hosts>[^@/?#]+)(?:\/(?<database>[^@/?#]*))?(?:\?(?<query>[^?#]*))?$/u;
const hostForm = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/u;
const databaseForm = /^[^\p{C}\s/\\."$*<>:|?]{1,63}$/u;
/** A name of this machine: nothing leaves it. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/u;

/** @throws Fault `credential_rejected` that says what is wrong and repeats nothing. */
export function parseConnectionString(text: string): Target {
  const parts = split(text);
  const user = decode(parts.user, 'user name');
  const password = decode(parts.password, 'password');
  if (password !== undefined && password.length < minSecretLength) {
    throw malformed(
      `Give the user a password of at least ${minSecretLength} characters: a shorter one cannot be redacted from logs.`,
    );
  }
  const isSrv = parts.scheme === 'mongodb+srv';
  const hosts = readHosts(parts.hosts, isSrv);
  const database = readDatabase(parts.database);
  const options = readOptions(parts.query);
  const valueOf = (name: string): string | undefined => options.find(([known]) => known === name)?.[1];
  const tls = valueOf('tls') ?? valueOf('ssl');
  const isTls = tls === undefined ? isSrv : tls === 'true';
  if (valueOf('authMechanism') === 'PLAIN' && !isTls) {
    throw malformed('Add tls=true: the mechanism PLAIN sends the password in clear text.');
  }
  return {
    hosts,
    isSrv,
    isTls,
    user,
    authSource: valueOf('authSource') ?? database ?? 'admin',
    database,
    options,
    uri: new Secret(write({ scheme: parts.scheme, user, password, hosts, database, options })),
    secrets: secretForms(parts, { user, password }),
  };
}

/** The same place with the user looked for in another database. */
export function withAuthSource({ uri, ...target }: Target, authSource: string): Target {
  const kept = target.options.filter(([name]) => name !== 'authSource');
  const base = uri.reveal().split('?', 1)[0] ?? '';
  const options = [...kept, ['authSource', authSource] as const];
  return { ...target, authSource, options, uri: new Secret(`${base}?${writeOptions(options)}`) };
}

/** Whether documents would cross a network that anybody on the way can read. */
export function isInTheClear({ isTls, hosts }: Target): boolean {
  return !isTls && !hosts.every((host) => loopback.test(host));
}

function split(text: string): Parts {
  if (!/^mongodb(?:\+srv)?:\/\//u.test(text)) throw malformed('Begin it with mongodb:// or mongodb+srv://.');
  if (/<(?:db_)?(?:password|username)>/iu.test(text)) {
    throw malformed('Replace the placeholder in angle brackets with the user name or password itself.');
  }
  const groups = /^[\x21-\x7e]+$/u.test(text) ? form.exec(text)?.groups : undefined;
  if (groups === undefined) {
    throw malformed(
      'Write it as mongodb://user:password@host:port/database?options, with every character of user name and password except letters, digits, - . _ and ~ percent-encoded (@ as %40, / as %2F).',
    );
  }
  const { scheme = '', user, password, hosts = '', database, query } = groups;
  return { scheme, user, password, hosts, database: database === '' ? undefined : database, query };
}

function readHosts(text: string, isSrv: boolean): readonly string[] {
  const hosts = text.split(',');
  if (!hosts.every((host) => hostForm.test(host) && isPort(/:(\d+)$/u.exec(host)?.[1]))) {
    throw malformed(
      'List its hosts as host:port, separated by commas; Unix sockets are not accepted. In user name and password every ? and # must be percent-encoded.',
    );
  }
  if (isSrv && (hosts.length !== 1 || /[:[]/u.test(text) || !text.includes('.'))) {
    throw malformed('Give mongodb+srv:// exactly one host name, without a port.');
  }
  return hosts;
}

function isPort(text: string | undefined): boolean {
  return text === undefined || (Number(text) >= 1 && Number(text) <= 65_535);
}

function readDatabase(text: string | undefined): string | undefined {
  const name = decode(text, 'database');
  if (name === undefined || databaseForm.test(name)) return name;
  throw malformed('Put the name of a database, or nothing, between the hosts and the question mark.');
}

function readOptions(query: string | undefined): Target['options'] {
  const options: (readonly [string, string])[] = [];
  for (const pair of (query ?? '').split('&').filter((one) => one !== '')) {
    const at = pair.indexOf('=');
    const key = pair.slice(0, at).toLowerCase();
    if (at < 1 || !/^[a-z]+$/u.test(key)) throw malformed('Write its options as name=value, separated by &.');
    const because = refusedOptions.get(key);
    if (because !== undefined) throw malformed(`It has the option ${key}. ${because}`);
    const known = passedOptions.get(key);
    if (known !== undefined) options.push([known.name, readValue(known, pair.slice(at + 1))]);
    // Its name is not repeated: what looks like one may be the rest of a password.
    else if (!ignoredOptions.has(key)) throw malformed('Remove the option: this connector does not know it.');
  }
  const names = options.map(([name]) => name).filter((name) => name !== 'readPreferenceTags');
  if (new Set(names).size === names.length) return options;
  throw malformed('Name each of its options once.');
}

function readValue({ name, isLegal }: { name: string; isLegal: (value: string) => boolean }, text: string): string {
  const value = decode(text, `value of ${name}`);
  if (value !== undefined && isLegal(value)) return value;
  if (name === 'authMechanism') {
    throw malformed('Use a user with a password: authMechanism may be SCRAM-SHA-256, SCRAM-SHA-1 or PLAIN.');
  }
  throw malformed(`Correct the value of its option ${name}.`);
}

function decode(text: string | undefined, what: string): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformed(`Write each % of its ${what} as %25: a % must be followed by two hexadecimal digits.`);
  }
}

interface Understood extends Pick<Target, 'hosts' | 'database' | 'options' | 'user'> {
  readonly scheme: string;
  readonly password: string | undefined;
}

function write({ scheme, user, password, hosts, database = '', options }: Understood): string {
  const credential =
    user === undefined || password === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${scheme}://${credential}${hosts.join(',')}/${encodeURIComponent(database)}?${writeOptions(options)}`;
}

function writeOptions(options: Target['options']): string {
  return options.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
}

function secretForms(written: Parts, { user, password }: { user: string | undefined; password: string | undefined }) {
  if (user === undefined || password === undefined) return [];
  const forms = [password, `${user}:${password}`, written.password ?? '', `${written.user}:${written.password}`];
  return [...new Set(forms)];
}

/** Without a cause: what an error of a parser quotes may be the password. */
function malformed(remedy: string): Fault {
  return new Fault(
    'credential_rejected',
    { kind: 'connection string', reason: 'malformed' },
    `Correct MONGO_URI. ${remedy}`,
  );
}
