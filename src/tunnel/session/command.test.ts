import { expect, test } from 'vitest';
import { createSignerOf, generateKeyPair, verifyEd25519 } from '../identity/key-pair.ts';
import { type CommandAddress, CommandGuard, signCommand } from './command.ts';
import { limits } from './limits.ts';
import { systemRandom } from './ports.ts';
import { TunnelError } from './tunnel-error.ts';

const signer = createSignerOf(generateKeyPair());
const address: CommandAddress = { organization: 'org', instance: 'edge-1', session: 'S'.repeat(43) };
const request = { id: 1, name: 'health.run', sha256: 'a'.repeat(64) };
const now = 1_000_000;

const sign = (to = address, expiresAt = now + 5_000, by = signer) =>
  signCommand(request, to, { signer: by, random: systemRandom, expiresAt });
const guardAt = (serverNow: () => number) =>
  new CommandGuard(address, {
    pinned: () => ({ current: signer.publicKey, previous: undefined }),
    verify: verifyEd25519,
    serverNow,
  });

function refusalOf(guard: CommandGuard, head: Parameters<CommandGuard['admit']>[0]): string {
  try {
    guard.admit(head);
  } catch (error) {
    if (error instanceof TunnelError) return error.code;
    throw error;
  }
  return 'admitted';
}

test('a signed command is admitted once', () => {
  const guard = guardAt(() => now);
  const head = { ...request, proof: sign() };
  expect(refusalOf(guard, head)).toBe('admitted');
  expect(refusalOf(guard, head)).toBe('replayed');
});

test.each([
  ['without a signature', { ...request, proof: undefined }, 'unsigned'],
  ['with another name', { ...request, name: 'capture.start', proof: sign() }, 'bad_signature'],
  ['with another payload', { ...request, sha256: 'b'.repeat(64), proof: sign() }, 'bad_signature'],
  ['with another id', { ...request, id: 2, proof: sign() }, 'bad_signature'],
  ['with a later expiry', { ...request, proof: { ...sign(), expires_at: now + 6_000 } }, 'bad_signature'],
  ['with another nonce', { ...request, proof: { ...sign(), nonce: 'N'.repeat(43) } }, 'bad_signature'],
  [
    'of another control plane',
    { ...request, proof: sign(address, now + 5_000, createSignerOf(generateKeyPair())) },
    'bad_signature',
  ],
  ['for another instance', { ...request, proof: sign({ ...address, instance: 'edge-2' }) }, 'wrong_instance'],
  ['for another organization', { ...request, proof: sign({ ...address, organization: 'other' }) }, 'wrong_instance'],
  ['of an earlier session', { ...request, proof: sign({ ...address, session: 'T'.repeat(43) }) }, 'replayed'],
  ['that is over', { ...request, proof: sign(address, now) }, 'expired'],
  ['that claims to live for a day', { ...request, proof: sign(address, now + 86_400_000) }, 'expired'],
])('a command %s is refused with a code of its own', (_what, head, code) => {
  expect(
    refusalOf(
      guardAt(() => now),
      head,
    ),
  ).toBe(code);
});

test('a command is not admitted again after its nonce could be forgotten', () => {
  let time = now;
  const guard = guardAt(() => time);
  const head = { ...request, proof: sign() };
  guard.admit(head);
  for (let at = 1; at < limits.rememberedNonces; at += 1) guard.admit({ ...request, proof: sign() });
  expect(refusalOf(guard, { ...request, proof: sign() })).toBe('busy');
  time += 5_000;
  expect(refusalOf(guard, { ...request, proof: sign(address, time + 5_000) })).toBe('admitted');
  expect(refusalOf(guard, head)).toBe('expired');
});
