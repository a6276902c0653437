import { describe, expect, test } from 'vitest';
import { plainAddress, withoutQuery } from './plain-address.ts';

describe('an address', () => {
  test.each([
    ['its query', 'https://acme.example/pay?card=1', 'https://acme.example/pay'],
    ['its fragment', 'https://acme.example/#token=1', 'https://acme.example/'],
    ['its user', 'https://ada:secret@acme.example/x', 'https://acme.example/x'],
    ['a password with an at sign in it', 'https://ada:se@cret@acme.example/x', 'https://acme.example/x'],
    ['a query behind a placeholder', 'https://{{ HOST }}/x?key=1', 'https://{{ HOST }}/x'],
    ['the query of a path', '/pay?card=1', '/pay'],
  ])('loses %s', (_what, address, plain) => {
    expect(withoutQuery(address)).toBe(plain);
  });

  test('loses them within a sentence too, and the sentence stays', () => {
    expect(plainAddress('GET https://ada:pw@acme.example/pay?card=1 failed with "no?"')).toBe(
      'GET https://acme.example/pay failed with "no?"',
    );
  });

  test('is not every text: a question is none', () => {
    expect(plainAddress('why? #1')).toBe('why? #1');
  });
});
