import { beforeEach, expect, test } from 'vitest';
import { createSignerOf, generateKeyPair, verifyEd25519 } from '../identity/key-pair.ts';
import { announceKey, type CommandKeyring, findSigner, learnKey, type PinnedKeys } from './pinned-keys.ts';
import { type Signer, toBase64Url } from './ports.ts';

const [old, next, third] = [0, 1, 2].map(() => createSignerOf(generateKeyPair())) as [Signer, Signer, Signer];
const times = { validFrom: 1_000, replacedUntil: 5_000 };
const bytes = Buffer.from('a command');

let pinned: PinnedKeys;
let keyring: CommandKeyring;
beforeEach(() => {
  pinned = { current: old.publicKey, previous: undefined };
  keyring = {
    pinned: () => pinned,
    learn: async (key, until) => {
      pinned = { current: key, previous: { key: pinned.current, until } };
    },
    settle: async () => {
      pinned = { current: pinned.current, previous: undefined };
    },
  };
});

const signerOf = (by: Signer, serverNow = 2_000) =>
  findSigner(pinned, { bytes, signature: toBase64Url(by.sign(bytes)), serverNow }, verifyEd25519);
const learn = (announced: Parameters<typeof learnKey>[0]) => learnKey(announced, { keyring, verify: verifyEd25519 });

test('a key that the pinned one announces is pinned, and the one before is believed until its end', async () => {
  expect(await learn(announceKey({ from: old, to: next }, times))).toBe(next.publicKey);
  expect([signerOf(next), signerOf(old), signerOf(third)]).toEqual(['current', 'previous', undefined]);
  expect([signerOf(next, 5_000), signerOf(old, 5_000)]).toEqual(['current', undefined]);
  await keyring.settle();
  expect(signerOf(old)).toBeUndefined();
});

test('the same announcement again changes nothing, also after the old key was forgotten', async () => {
  const announced = announceKey({ from: old, to: next }, times);
  await learn(announced);
  await keyring.settle();
  expect(await learn(announced)).toBe(next.publicKey);
  expect(pinned.previous).toBeUndefined();
});

test.each([
  ['by a key that is not pinned', () => announceKey({ from: third, to: next }, times)],
  ['without the old key', () => ({ ...announceKey({ from: third, to: next }, times), replaces: old.publicKey })],
  [
    'of a key that nobody holds',
    () => {
      const ours = announceKey({ from: old, to: third }, times);
      return { ...ours, command_key: next.publicKey };
    },
  ],
  ['with a later end', () => ({ ...announceKey({ from: old, to: next }, times), replaced_until: 9_000 })],
])('an announcement %s is refused and changes nothing', async (_what, announced) => {
  await expect(learn(announced())).rejects.toMatchObject({ code: 'bad_signature' });
  expect(pinned).toEqual({ current: old.publicKey, previous: undefined });
});

test('the holder of the replaced key cannot announce a third one', async () => {
  await learn(announceKey({ from: old, to: next }, times));
  await expect(learn(announceKey({ from: old, to: third }, times))).rejects.toMatchObject({ code: 'bad_signature' });
  expect(pinned.current).toBe(next.publicKey);
});
