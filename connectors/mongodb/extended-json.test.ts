import { BSON } from 'mongodb';
import * as driver from 'mongodb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../src/core/fault.ts';
import { createValueMaker } from './driver-values.ts';
import { readExtendedJson } from './extended-json.ts';
import { writeExtendedJson } from './write-extended-json.ts';

const make = createValueMaker(driver);

/** Through the bytes of the wire and back, with the settings of the client. */
function travel(value: unknown): unknown {
  const document = { v: readExtendedJson(value, { make, path: 'filter' }) };
  const read = BSON.deserialize(BSON.serialize(document), { promoteLongs: false, bsonRegExp: true });
  return writeExtendedJson(read['v']);
}

function faultOf(value: unknown): Fault {
  try {
    readExtendedJson(value, { make, path: 'filter' });
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('it was taken');
}

/** What a value becomes on the way back, or that it was met with a fault. */
function outcomeOf(value: unknown): string {
  try {
    return JSON.stringify(travel(value));
  } catch (error) {
    return error instanceof Fault ? 'fault' : String(error);
  }
}

describe('a value', () => {
  test.each([
    ['text', 'x'],
    ['nothing', null],
    ['truth', true],
    ['a small integer', 42],
    ['an integer up to 2^53', 9_007_199_254_740_991],
    ['a fraction', 0.1],
    ['an integer beyond 2^53', { $numberLong: '9007199254740993' }],
    ['the smallest integer', { $numberLong: '-9223372036854775808' }],
    ['a decimal with all its digits', { $numberDecimal: '1234567890.123456789012345678901234' }],
    ['no number', { $numberDouble: 'NaN' }],
    ['infinity', { $numberDouble: '-Infinity' }],
    ['negative zero', { $numberDouble: '-0.0' }],
    ['a time', { $date: '2026-11-21T10:00:00.123Z' }],
    ['a time before 1970', { $date: { $numberLong: '-1' } }],
    ['an identifier', { $oid: '6560f1a2c3d4e5f601234567' }],
    ['bytes', { $binary: { base64: 'AQIDBA==', subType: '00' } }],
    ['a UUID', { $binary: { base64: 'c//SZESzTGmQ6OfR38A11A==', subType: '04' } }],
    ['a timestamp', { $timestamp: { t: 42, i: 1 } }],
    ['a pattern', { $regularExpression: { pattern: '^a.*b$', options: 'im' } }],
    ['the smallest key', { $minKey: 1 }],
    ['the largest key', { $maxKey: 1 }],
    ['a reference', { $ref: 'orders', $id: { $numberLong: '9007199254740993' }, $db: 'shop' }],
    ['a list and a document', [{ a: [1, { b: { $oid: '6560f1a2c3d4e5f601234567' } }] }]],
    ['a field with the name of the driver’s own mark', { _bsontype: 'Long', value: 1 }],
  ])('that is %s survives the way there and back', (_what, value) => expect(travel(value)).toEqual(value));

  test.each([
    ['a typed small integer', { $numberInt: '7' }, 7],
    ['a typed long that JSON can hold', { $numberLong: '7' }, 7],
    ['a typed double', { $numberDouble: '7.5' }, 7.5],
    [
      'a UUID by its text',
      { $uuid: '73ffd264-44b3-4c69-90e8-e7d1dfc035d4' },
      { $binary: { base64: 'c//SZESzTGmQ6OfR38A11A==', subType: '04' } },
    ],
    ['a time in its canonical form', { $date: { $numberLong: '1' } }, { $date: '1970-01-01T00:00:00.001Z' }],
    ['a time with an offset', { $date: '2026-11-21T10:00:00+03:00' }, { $date: '2026-11-21T07:00:00.000Z' }],
  ])('that is %s is written in its relaxed form', (_what, value, told) => expect(travel(value)).toEqual(told));

  test('keeps the type that it names: a long is sent as a long and an int as an int', () => {
    const typed = readExtendedJson({ a: { $numberLong: '7' }, b: 7, c: 7.5, d: 2 ** 40 }, { make, path: 'filter' });
    expect([...(typed as Map<string, { _bsontype: string }>).values()].map((one) => one._bsontype)).toEqual([
      'Long',
      'Int32',
      'Double',
      'Long',
    ]);
  });

  test.each([
    ['an integer whose digits JSON has lost', { n: 2 ** 53 }],
    ['an identifier that is too short', { $oid: '6560' }],
    ['a long beyond 64 bits', { $numberLong: '9223372036854775808' }],
    ['an int beyond 32 bits', { $numberInt: '2147483648' }],
    ['a number that is no text', { $numberLong: 7 }],
    ['a day that is none', { $date: '2026-13-40T00:00:00Z' }],
    ['bytes that are none', { $binary: { base64: '!', subType: '00' } }],
    ['bytes with a field too many', { $binary: { base64: '', subType: '00', x: 1 } }],
    ['a pattern with unknown options', { $regularExpression: { pattern: 'a', options: 'z' } }],
    ['a type beside an operator', { total: { $numberLong: '5', $gt: 1 } }],
    ['two types in one', { $oid: '6560f1a2c3d4e5f601234567', $numberInt: '1' }],
  ])('with %s is refused, naming its place', (_what, value) => {
    const fault = faultOf(value);
    expect(fault.kind).toBe('invalid_arguments');
    expect(fault.data).toMatchObject({ field: expect.stringMatching(/^filter/u) as string });
  });

  test.each(['$code', '$scope', '$symbol', '$dbPointer', '$undefined'])('of the type %s is refused', (type) => {
    expect(faultOf({ a: { [type]: 'return 1' } })).toMatchObject({
      kind: 'refused',
      data: { rule: 'no_code_in_values' },
    });
  });

  test('of any JSON is read or refused with a fault, and what is read is written the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        // Minus zero and zero are one number to JSON.
        expect([JSON.stringify(value), 'fault']).toContain(
          outcomeOf(value).replaceAll('{"$numberDouble":"-0.0"}', '0'),
        );
      }),
    );
  });
});

describe('what only the database holds', () => {
  test.each([
    [
      'code',
      new BSON.Code('return 1', { a: BSON.Long.fromString('9007199254740993') }),
      { $code: 'return 1', $scope: { a: { $numberLong: '9007199254740993' } } },
    ],
    ['nothing at all', undefined, { $undefined: true }],
    ['a symbol', new BSON.BSONSymbol('a'), { $symbol: 'a' }],
    ['a double that was not turned into a number', new BSON.Double(1.5), 1.5],
    ['an int that was not turned into a number', new BSON.Int32(1), 1],
  ])('%s is written under its type', (_what, value, told) => expect(writeExtendedJson(value)).toEqual(told));

  test('a type that has no form is a fault of ours, and never an empty value', () => {
    class Strange {
      get _bsontype(): string {
        return 'Strange';
      }
    }
    expect(() => writeExtendedJson(new Strange())).toThrow('Strange');
  });
});
