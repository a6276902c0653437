import { describe, expect, test } from 'vitest';
import { registry } from '../connectors/registry.ts';
import { readConnectorSetup } from '../src/agent/connectors/connector-setup.ts';
import { Redactor } from '../src/core/redact.ts';
import { everyConnector } from './every-connector.ts';

const address = '127.0.0.1:9';
const env = everyConnector(address);

describe.each(registry.map(({ manifest }) => [manifest.id, manifest] as const))('%s', (_id, manifest) => {
  const setup = readConnectorSetup(manifest, env, new Redactor());

  test('is configured, with every one of its variables', () => {
    expect([setup.missing, setup.problems]).toEqual([undefined, []]);
    expect([...setup.present].toSorted()).toEqual(Object.keys(manifest.config).toSorted());
  });

  test('leads to this machine alone', async () => {
    expect([...setup.urls.values()].map(({ host }) => host).filter((host) => host !== address)).toEqual([]);
    const override = manifest.reach?.override;
    expect(override === undefined || setup.urls.has(override)).toBe(true);
    const carriers = Object.entries(manifest.config).filter(
      ([, variable]) => variable.kind === 'secret' && variable.carriesAddress !== undefined,
    );
    for (const [name] of carriers) {
      expect(new URL((await setup.secrets.get(name)!.read()).reveal()).host).toBe(address);
    }
  });
});

test('no credential is looked for on the machine or beside it', () => {
  const modes = Object.entries(env).filter(([name]) => name.endsWith('_CRED_MODE'));
  expect(new Set(modes.map(([, mode]) => mode))).toEqual(new Set(['static']));
});
