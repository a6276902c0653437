/**
 * Extended JSON, version 2 (https://www.mongodb.com/docs/manual/reference/mongodb-extended-json/, seen 2026-11).
 *
 * Read strictly: an object that has one of the type names must be exactly that type, so that nothing of a
 * filter is lost in silence, and types that carry code are refused. Written relaxed: what JSON can hold as it
 * is (texts, doubles, integers up to 2^53) is unchanged, everything else is under its type name; an integer
 * beyond 2^53 is `$numberLong`, never a rounded number.
 */
import { Fault } from '../../src/core/fault.ts';

/** Makes the database's own values; their representation is not known here. */
export interface ValueMaker {
  objectId(hex: string): unknown;
  int(text: string): unknown;
  long(text: string): unknown;
  double(text: string): unknown;
  decimal(text: string): unknown;
  date(ms: number): unknown;
  binary(base64: string, subType: number): unknown;
  timestamp(seconds: number, increment: number): unknown;
  regularExpression(pattern: string, options: string): unknown;
  minKey(): unknown;
  maxKey(): unknown;
}

interface Place {
  readonly make: ValueMaker;
  /** Of what is read, from the argument on. */
  readonly path: string;
}

type Reader = (value: Readonly<Record<string, unknown>>, place: Place) => unknown;

const text =
  (name: string, pattern: RegExp, build: (make: ValueMaker, value: string) => unknown): Reader =>
  (value, { make, path }) => {
    const given = value[name];
    if (typeof given !== 'string' || !pattern.test(given)) throw malformed(`${path}.${name}`);
    return build(make, given);
  };

const key =
  (name: string, build: (make: ValueMaker) => unknown): Reader =>
  (value, { make, path }) => {
    if (value[name] !== 1) throw malformed(`${path}.${name}`);
    return build(make);
  };

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
const decimal = /^[+-]?(?:(?:\d{1,34}(?:\.\d{0,34})?|\.\d{1,34})(?:E[+-]?\d{1,4})?|Infinity|NaN)$/iu;
const double = /^-?(?:\d{1,309}(?:\.\d{1,330})?(?:E[+-]?\d{1,3})?|Infinity)$|^NaN$/iu;

/** By the name that tells the type. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['$oid', text('$oid', /^[0-9a-f]{24}$/iu, (make, hex) => make.objectId(hex))],
  ['$numberInt', integer('$numberInt', 31n, (make, digits) => make.int(digits))],
  ['$numberLong', integer('$numberLong', 63n, (make, digits) => make.long(digits))],
  ['$numberDouble', text('$numberDouble', double, (make, number) => make.double(number))],
  ['$numberDecimal', text('$numberDecimal', decimal, (make, number) => make.decimal(number))],
  [
    '$uuid',
    text('$uuid', uuid, (make, id) => make.binary(Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64'), 4)),
  ],
  ['$date', readDate],
  ['$binary', readBinary],
  ['$timestamp', readTimestamp],
  ['$regularExpression', readRegularExpression],
  ['$minKey', key('$minKey', (make) => make.minKey())],
  ['$maxKey', key('$maxKey', (make) => make.maxKey())],
]);

/** Types that carry code or that the database no longer has. */
const refusedTypes: ReadonlySet<string> = new Set(['$code', '$scope', '$symbol', '$dbPointer', '$undefined']);

/** Whether this object is a value of a type and no document. */
export function typeNameOf(value: object): string | undefined {
  return Object.keys(value).find((name) => readers.has(name) || refusedTypes.has(name));
}

/** @throws Fault `invalid_arguments` naming the place of what is not extended JSON, `refused` for code. */
export function readExtendedJson(value: unknown, { make, path }: Place): unknown {
  if (typeof value === 'number') return readNumber(value, { make, path });
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one, at) => readExtendedJson(one, { make, path: `${path}[${at}]` }));
  const type = typeNameOf(value);
  if (type === undefined) {
    // A map, because the driver takes an object with a certain field for a value of its own.
    return new Map(
      Object.entries(value).map(([name, one]) => [name, readExtendedJson(one, { make, path: `${path}.${name}` })]),
    );
  }
  const reader = readers.get(type);
  if (reader === undefined) {
    const remedy = `Leave ${type} out: code, and values of a deprecated type, are not sent.`;
    throw new Fault('refused', { rule: 'no_code_in_values' }, remedy);
  }
  if (Object.keys(value).length !== 1) throw malformed(path);
  return reader(value as Readonly<Record<string, unknown>>, { make, path });
}

/** A fraction or a small integer is what JSON says; above 2^53 JSON has lost the digits already. */
function readNumber(value: number, { make, path }: Place): unknown {
  if (!Number.isInteger(value)) return make.double(String(value));
  if (!Number.isSafeInteger(value)) throw malformed(path, 'Write an integer beyond 2^53 as {"$numberLong": "…"}.');
  return Math.abs(value) < 2 ** 31 ? make.int(String(value)) : make.long(String(value));
}

function integer(name: string, bits: bigint, build: (make: ValueMaker, digits: string) => unknown): Reader {
  return (value, { make, path }) => {
    const digits = value[name];
    if (typeof digits !== 'string' || !/^-?\d{1,19}$/u.test(digits)) throw malformed(`${path}.${name}`);
    const number = BigInt(digits);
    if (number >= 2n ** bits || number < -(2n ** bits)) throw malformed(`${path}.${name}`);
    return build(make, digits);
  };
}

function readDate({ $date }: Readonly<Record<string, unknown>>, { make, path }: Place): unknown {
  const isIso =
    typeof $date === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/u.test($date);
  const ms = isIso ? Date.parse($date) : msIn($date);
  if (Number.isNaN(new Date(ms).getTime())) throw malformed(`${path}.$date`);
  return make.date(ms);
}

function msIn(value: unknown): number {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return Number.NaN;
  const digits = '$numberLong' in value ? value.$numberLong : undefined;
  return typeof digits === 'string' && /^-?\d{1,16}$/u.test(digits) ? Number(digits) : Number.NaN;
}

function readBinary({ $binary }: Readonly<Record<string, unknown>>, { make, path }: Place): unknown {
  const { base64: content, subType } = fieldsOf($binary, ['base64', 'subType'], `${path}.$binary`);
  if (typeof content !== 'string' || !base64.test(content)) throw malformed(`${path}.$binary.base64`);
  if (typeof subType !== 'string' || !/^[0-9a-f]{1,2}$/iu.test(subType)) throw malformed(`${path}.$binary.subType`);
  return make.binary(content, Number.parseInt(subType, 16));
}

function readTimestamp({ $timestamp }: Readonly<Record<string, unknown>>, { make, path }: Place): unknown {
  const { t, i } = fieldsOf($timestamp, ['t', 'i'], `${path}.$timestamp`);
  if (!isUnsigned(t) || !isUnsigned(i)) throw malformed(`${path}.$timestamp`);
  return make.timestamp(t, i);
}

function isUnsigned(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;
}

function readRegularExpression(value: Readonly<Record<string, unknown>>, { make, path }: Place): unknown {
  const at = `${path}.$regularExpression`;
  const { pattern, options } = fieldsOf(value['$regularExpression'], ['pattern', 'options'], at);
  if (typeof pattern !== 'string' || pattern.includes('\0')) throw malformed(`${at}.pattern`);
  if (typeof options !== 'string' || !/^[ilmsux]{0,6}$/u.test(options)) throw malformed(`${at}.options`);
  return make.regularExpression(pattern, options);
}

function fieldsOf(value: unknown, names: readonly string[], path: string): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || Object.keys(value).toSorted().join(' ') !== names.toSorted().join(' ')) throw malformed(path);
  return value as Readonly<Record<string, unknown>>;
}

const standsAlone =
  'Write the value as extended JSON, version 2: the name of a type must be the only key of its object.';

function malformed(field: string, remedy = standsAlone): Fault {
  const printable = field.replaceAll(/\p{C}+/gu, ' ');
  return new Fault(
    'invalid_arguments',
    { field: printable.length > 200 ? `${printable.slice(0, 200)}…` : printable },
    remedy,
  );
}
