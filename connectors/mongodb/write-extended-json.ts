/** What the driver read, as relaxed extended JSON. Recognises values by the name of their type, so that the driver need not be loaded. */

/** A value of a type of its own, as the driver marks it. */
interface Typed {
  readonly _bsontype: string;
}

/** The methods are those of the driver's own classes, and are called only on values that bear their mark. */
interface Known extends Typed {
  toString(radix?: number): string;
  toNumber(): number;
  toHexString(): string;
  /** Double, Int32 and symbols. */
  readonly value: unknown;
  readonly buffer: Uint8Array;
  readonly position: number;
  readonly sub_type: number;
  readonly t: number;
  readonly i: number;
  readonly pattern: string;
  readonly options: string;
  readonly code: string;
  readonly scope: unknown;
  readonly collection: string;
  readonly oid: unknown;
  readonly db: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

const writers: Readonly<Record<string, (value: Known) => unknown>> = {
  ObjectId: (value) => ({ $oid: value.toHexString() }),
  Long: (value) => writeLong(value),
  Int32: ({ value }) => value,
  Double: ({ value }) => writeNumber(Number(value)),
  Decimal128: (value) => ({ $numberDecimal: value.toString() }),
  Binary: ({ buffer, position, sub_type: subType }) => ({
    $binary: {
      base64: Buffer.from(buffer.subarray(0, position)).toString('base64'),
      subType: subType.toString(16).padStart(2, '0'),
    },
  }),
  Timestamp: ({ t, i }) => ({ $timestamp: { t, i } }),
  BSONRegExp: ({ pattern, options }) => ({ $regularExpression: { pattern, options } }),
  MinKey: () => ({ $minKey: 1 }),
  MaxKey: () => ({ $maxKey: 1 }),
  BSONSymbol: ({ value }) => ({ $symbol: value }),
  Code: ({ code, scope }) => ({ $code: code, ...(hasFields(scope) && { $scope: writeExtendedJson(scope) }) }),
  DBRef: ({ collection, oid, db, fields }) => ({
    $ref: collection,
    $id: writeExtendedJson(oid),
    ...(db !== undefined && { $db: db }),
    ...writeFields(fields),
  }),
};

export function writeExtendedJson(value: unknown): unknown {
  if (value === undefined) return { $undefined: true };
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(writeExtendedJson);
  if (value instanceof Date) return writeDate(value);
  if (!isTyped(value)) return writeFields(value);
  const write = writers[value._bsontype];
  // Sound because the mark names the class whose members the writer uses.
  if (write !== undefined) return write(value as unknown as Known);
  throw new Error(`the driver read a value of the unknown type ${value._bsontype}`);
}

export function writeDocument(document: object): Record<string, unknown> {
  return writeFields(document);
}

function writeFields(document: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, writeExtendedJson(value)]));
}

/** JSON has no other numbers than finite ones, and no negative zero. */
function writeNumber(value: number): unknown {
  if (Object.is(value, -0)) return { $numberDouble: '-0.0' };
  return Number.isFinite(value) ? value : { $numberDouble: String(value) };
}

function writeLong(value: Known): unknown {
  const number = value.toNumber();
  return Number.isSafeInteger(number) ? number : { $numberLong: value.toString() };
}

/** A year of four digits since 1970 is written as text, as relaxed extended JSON has it. */
function writeDate(date: Date): unknown {
  const ms = date.getTime();
  const hasText = ms >= 0 && ms <= Date.UTC(9999, 11, 31, 23, 59, 59, 999);
  return { $date: hasText ? date.toISOString() : { $numberLong: String(ms) } };
}

function isTyped(value: object): value is Typed {
  return '_bsontype' in value && typeof value._bsontype === 'string' && !Object.hasOwn(value, '_bsontype');
}

function hasFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
