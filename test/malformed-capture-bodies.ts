/**
 * Bodies of a capture request that are wrong by construction, the same ones for the same seed: each
 * generator breaks exactly one rule, so that none is right by chance.
 */
import fc from 'fast-check';

const valid = {
  workload: 'checkout',
  version: '1.2.3',
  env: 'prod',
  kind: 'head',
  duration_sec: 60,
  warmup_sec: 5,
  image: `checkout@sha256:${'0'.repeat(64)}`,
};
type Field = keyof typeof valid;

const control = fc.constantFrom('\u0000', '\n', '\r', '\t', '\u001b[31m', '\u007f', '\u0085', '\ud800', '\udfff');
const notText = fc.constantFrom<unknown>(null, 0, -1, 1.5, true, [], ['checkout'], {}, { toString: 'x' });
const notSeconds = fc.oneof(
  fc.constantFrom<unknown>(null, '60', '', true, [], [60], {}, 1e308, -0.5, 60.000_001, 4_294_967_296),
  fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
);
const outside = (min: number, max: number) =>
  fc.oneof(fc.integer({ max: min - 1 }), fc.integer({ min: max + 1 }), notSeconds);
const wrongText = (min: number, max: number) =>
  fc.oneof(
    notText,
    fc.string({ minLength: max + 1, maxLength: max + 40, unit: 'grapheme-ascii' }),
    control.map((one) => `a${one}b`),
    ...(min > 0 ? [fc.constant('')] : []),
  );

const wrongValue: Readonly<Record<Field, fc.Arbitrary<unknown>>> = {
  workload: wrongText(1, 255),
  version: wrongText(1, 128),
  env: wrongText(0, 64),
  kind: fc.oneof(notText, fc.constantFrom('HEAD', 'Replicate', '', 'head ', '__proto__')),
  duration_sec: outside(5, 300),
  warmup_sec: outside(0, 60),
  image: fc.oneof(notText, fc.string({ maxLength: 80 }), fc.constantFrom('checkout:1.2.3', `sha512:${'0'.repeat(64)}`)),
};
const known = new Set<string>([...Object.keys(valid), 'durationSec', 'warmupSec']);
const foreignKey = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    ' ',
    'Workload',
    'duration',
    '💥',
    '\u0000',
  ),
  fc.string({ maxLength: 100 }).filter((key) => !known.has(key)),
);

const wrongField = fc
  .constantFrom(...(Object.keys(valid) as Field[]))
  .chain((field) => wrongValue[field].map((value) => JSON.stringify({ ...valid, [field]: value })));
const missingField = fc
  .constantFrom('workload', 'version')
  .map((field) => JSON.stringify({ ...valid, [field]: undefined }));
/** Written by hand, because an object literal would set the prototype instead of the key. */
const unknownField = fc
  .tuple(foreignKey, fc.jsonValue({ maxDepth: 3 }))
  .map(([key, value]) => `{${JSON.stringify(key)}:${JSON.stringify(value)},${JSON.stringify(valid).slice(1)}`);
const bothSpellings = fc
  .constantFrom('durationSec', 'warmupSec')
  .map((alias) => JSON.stringify({ ...valid, [alias]: 30 }));
const notAnObject = fc.oneof(
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    'null',
    'true',
    '7',
    '"text"',
    '',
    ' ',
    '\ufeff',
    'NaN',
    'undefined',
    '{',
    '}',
    '[[[',
    "{'workload':'a'}",
  ),
);
const cutShort = fc
  .integer({ min: 1, max: JSON.stringify(valid).length - 1 })
  .map((length) => JSON.stringify(valid).slice(0, length));
const noJson = fc.string({ maxLength: 60 }).map((text) => `{${text}`);
const tooDeep = fc
  .integer({ min: 100, max: 3500 })
  .map((depth) => `{"workload":${'['.repeat(depth)}${']'.repeat(depth)}}`);
const tooLarge = fc
  .integer({ min: 16_384, max: 40_000 })
  .map((length) => JSON.stringify({ ...valid, env: 'e'.repeat(length) }));

const malformed = fc.oneof(
  { weight: 40, arbitrary: wrongField },
  { weight: 5, arbitrary: missingField },
  { weight: 20, arbitrary: unknownField },
  { weight: 3, arbitrary: bothSpellings },
  { weight: 10, arbitrary: notAnObject },
  { weight: 10, arbitrary: cutShort },
  { weight: 8, arbitrary: noJson },
  { weight: 2, arbitrary: tooDeep },
  { weight: 2, arbitrary: tooLarge },
);

export function malformedBodies(count: number, seed: number): string[] {
  return fc.sample(malformed, { numRuns: count, seed });
}
