/** Names that people give end on the terminals of operators. */
import { expect, test } from 'vitest';
import { InvitationCreate, PasskeyCreate, TokenCreate } from './api.ts';

const problemsOf = (result: { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } }): string[] =>
  (result.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);

test.each([
  ['token', (name: string) => TokenCreate.safeParse({ kind: 'read', name })],
  ['invitation', (name: string) => InvitationCreate.safeParse({ name, role: 'member' })],
  ['passkey', (name: string) => PasskeyCreate.safeParse({ name, credential: {} })],
] as const)('the name of a %s has no control characters', (_what, parse) => {
  for (const name of ['a\u001B[2Jb', 'a\rb', 'a\u009Bb', 'a\u0000']) {
    expect(problemsOf(parse(name))).toContain('name must not contain control or invisible characters');
  }
  expect(problemsOf(parse('Zoë’s pipeline 🚀')).filter((one) => one.startsWith('name'))).toEqual([]);
});
