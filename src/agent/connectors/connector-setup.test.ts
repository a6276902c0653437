import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../connector/manifest.ts';
import { Redactor } from '../../core/redact.ts';
import { clearTextVariables, type ConnectorSetup, readConnectorSetup } from './connector-setup.ts';

const manifest = {
  config: {
    X_URL: { kind: 'url', need: 'required', description: 'Where.', example: 'https://x.example' },
    X_USER: {
      kind: 'text',
      need: { with: 'X_TOKEN' },
      pattern: /^\d+$/u,
      patternWords: 'digits',
      description: 'Who.',
      example: '1',
    },
    X_TOKEN: { kind: 'secret', need: 'optional', description: 'Key.', example: 'k' },
  },
} as const satisfies Pick<Manifest, 'config'> as unknown as Manifest;

const read = (env: Record<string, string>): ConnectorSetup => readConnectorSetup(manifest, env, new Redactor());

describe('what a connector needs', () => {
  test.each([
    [{}, 'X_URL', false],
    [{ X_URL: '' }, 'X_URL', false],
    [{ X_TOKEN: 'long-enough-token' }, 'X_URL', true],
    [{ X_URL: 'https://x' }, undefined, true],
    [{ X_URL: 'https://x', X_TOKEN: 'long-enough-token' }, 'X_USER', true],
    [{ X_URL: 'https://x', X_TOKEN_FILE: '/x' }, 'X_USER', true],
    [{ X_URL: 'https://x', X_USER: '1', X_TOKEN: 'long-enough-token' }, undefined, true],
  ])('of %j lacks %s', (env, missing, isTouched) => {
    expect(read(env)).toMatchObject({ missing, isTouched, problems: [] });
  });
});

describe('a variable that is needed unless another way is set', () => {
  const ways = {
    config: {
      X_TOKEN: { kind: 'secret', need: { without: ['X_APP', 'X_KEY'] }, description: 'Key.', example: 'k' },
      X_APP: {
        kind: 'text',
        need: { with: 'X_KEY' },
        pattern: /./u,
        patternWords: 'any',
        description: 'App.',
        example: '1',
      },
      X_KEY: { kind: 'secret', need: { with: 'X_APP' }, description: 'Its key.', example: 'k' },
    },
  } as const satisfies Pick<Manifest, 'config'> as unknown as Manifest;

  test.each([
    [{}, 'X_TOKEN'],
    [{ X_TOKEN: 'long-enough-token' }, undefined],
    [{ X_APP: '1' }, 'X_KEY'],
    [{ X_KEY: 'long-enough-key' }, 'X_APP'],
    [{ X_APP: '1', X_KEY: 'long-enough-key' }, undefined],
  ])('with %j lacks %s', (env, missing) => {
    expect(readConnectorSetup(ways, env, new Redactor()).missing).toBe(missing);
  });
});

describe('a value', () => {
  test.each([
    ['X_URL', 'x.example', 'is not an address'],
    ['X_URL', 'ftp://x', 'must begin with https'],
    ['X_URL', 'https://user:secret-word@x', 'must not carry a credential'],
    ['X_URL', 'https://x?key=secret-word', 'must not have a query'],
    ['X_USER', 'secret-word', 'must be digits'],
    ['X_TOKEN', 'short', 'fewer than 8'],
    ['X_TOKEN', 'aws://x#y', 'secret stores are read'],
  ])('of %s that is %s is a problem that does not repeat it', (name, value, because) => {
    const { problems } = read({ X_URL: 'https://x', [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.problem).toContain(because);
    expect(JSON.stringify(problems)).not.toMatch(/secret-word/u);
  });
});

describe('a credential in the clear', () => {
  test.each([
    ['http://prometheus.internal', ['X_URL']],
    ['http://127.0.0.1:9090', []],
    ['http://localhost', []],
    ['http://[::1]:1', []],
    ['https://prometheus.internal', []],
    ['http://127.0.0.1.example.com', ['X_URL']],
  ])('to %s is reported', (url, variables) => {
    expect(clearTextVariables(read({ X_URL: url, X_USER: '1', X_TOKEN: 'long-enough-token' }))).toEqual(variables);
    expect(clearTextVariables(read({ X_URL: url }))).toEqual([]);
  });
});
