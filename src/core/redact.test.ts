import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Redactor } from './redact.ts';
import { Secret } from './secret.ts';

const secretText = fc.string({ minLength: 12, maxLength: 60, unit: 'binary' });
const around = fc.string({ maxLength: 20 });

function redactorOf(value: string, user?: string): Redactor {
  const redactor = new Redactor();
  redactor.add(new Secret(value), user);
  return redactor;
}

describe('redaction by value', () => {
  test('removes the value at any position', () => {
    fc.assert(
      fc.property(secretText, around, around, (value, before, after) => {
        expect(redactorOf(value).text(`${before}${value}${after}`)).not.toContain(value);
      }),
    );
  });

  test('removes what base64 of a longer text shows of the value, at every alignment', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 40 }), fc.integer({ min: 0, max: 5 }), (raw, shift) => {
        const value = Buffer.from(raw).toString('hex');
        const encoded = Buffer.from(`${'x'.repeat(shift)}${value}yy`).toString('base64');
        const left = Buffer.from(redactorOf(value).text(encoded).split('[secret]')[0] ?? '', 'base64').toString();
        expect(redactorOf(value).text(encoded)).toContain('[secret]');
        expect(left).not.toContain(value.slice(0, 8));
      }),
    );
  });

  test.each([
    ['percent-encoded', (value: string) => encodeURIComponent(value)],
    ['JSON in JSON', (value: string) => JSON.stringify(JSON.stringify(value))],
    ['hexadecimal', (value: string) => Buffer.from(value).toString('hex')],
    ['base64url', (value: string) => Buffer.from(value).toString('base64url')],
    ['a basic pair', (value: string) => `Basic ${Buffer.from(`user:${value}`).toString('base64')}`],
  ])('removes the value as %s', (_name, encode) => {
    const value = 'pä"ss/w+rd=\\0123 ?&';
    const text = redactorOf(value, 'user').text(`before ${encode(value)} after`);
    expect(text).toContain('[secret]');
    const needle = encode('/w+rd=').replaceAll('"', '').replaceAll('=', '');
    expect(text).not.toContain(needle);
    expect(text).not.toContain('/w+rd');
  });

  test('reaches every leaf, key, error and cause of a value, and survives a cycle', () => {
    const value = 'correct-horse-battery';
    const cyclic: Record<string, unknown> = { list: [value, { [value]: new Error(`no ${value}`, { cause: value }) }] };
    cyclic['self'] = cyclic;
    const copy = redactorOf(value).value(cyclic);
    expect(JSON.stringify(copy)).not.toContain(value);
    expect(JSON.stringify(copy)).toContain('[circular]');
  });

  test('leaves text without a secret as it is', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('correct-horse'));
        expect(redactorOf('correct-horse-battery').text(text)).toBe(text);
      }),
    );
  });

  test('knows a user and password pair that is learnt after the password alone', () => {
    const redactor = redactorOf('correct-horse-battery');
    redactor.add(new Secret('correct-horse-battery'), 'me');
    const pair = Buffer.from('me:correct-horse-battery').toString('base64');
    expect(redactor.text(`Basic ${pair}`)).not.toContain(pair.slice(0, 12));
  });

  test('does not know a value any more that was removed, and knows the others', () => {
    const redactor = redactorOf('correct-horse-battery');
    const replaced = new Secret('an-hour-long-token');
    redactor.add(replaced);
    expect(redactor.text('an-hour-long-token')).toBe('[secret]');
    redactor.remove(replaced);
    expect(redactor.text('an-hour-long-token, correct-horse-battery')).toBe('an-hour-long-token, [secret]');
  });

  test('does not redact values too short to differ from ordinary words', () => {
    expect(redactorOf('short').text('a short word')).toBe('a short word');
  });
});
