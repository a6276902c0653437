/** Values of the database between extended JSON and the driver. The driver itself is handed in, because it is loaded late. */
import type * as Driver from 'mongodb';
import type { ValueMaker } from './extended-json.ts';

export function createValueMaker(driver: typeof Driver): ValueMaker {
  const { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } = driver;
  return {
    objectId: (hex) => ObjectId.createFromHexString(hex),
    int: (text) => new Int32(text),
    long: (text) => Long.fromString(text),
    double: (text) => new Double(doubleOf(text)),
    decimal: (text) => Decimal128.fromString(text),
    date: (ms) => new Date(ms),
    binary: (base64, subType) => new Binary(Buffer.from(base64, 'base64'), subType),
    timestamp: (seconds, increment) => new Timestamp({ t: seconds, i: increment }),
    regularExpression: (pattern, options) => new BSONRegExp(pattern, options),
    minKey: () => new MinKey(),
    maxKey: () => new MaxKey(),
  };
}

function doubleOf(text: string): number {
  if (/^nan$/iu.test(text)) return Number.NaN;
  if (/^-?infinity$/iu.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return Number(text);
}
