/** Every secret variable of every program takes a value or a file; the list of variables decides what is tried. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../connectors/registry.ts';
import { profilerVariableNames } from '../../profiler/host/boot/boot.ts';
import { agentVariableNames } from '../../src/agent/boot/read-settings.ts';
import { readConnectorSetup } from '../../src/agent/connectors/connector-setup.ts';
import { pipelineSecretVariables, pipelineVariables } from '../../src/cli/commands/pipeline-variables.ts';
import { controlSecretVariables, controlVariables, parseControlConfig } from '../../src/control/config/config.ts';
import { makeStoreKey } from '../../src/control/keys/store-key.ts';
import { Redactor } from '../../src/core/redact.ts';
import { readStoreSettings, type StoreSettings } from '../../src/secrets/stores/store-settings.ts';
import { modesOfVariable, storeSecretVariables } from '../../src/secrets/stores/store-variables.ts';
import { findBootstrapToken } from '../../src/secrets/bootstrap-token.ts';
import type { SecretProblem } from '../../src/secrets/secret-reference.ts';
import type { SecretSource } from '../../src/secrets/secret-source.ts';
import { runFarol } from '../run-farol.ts';

type Env = Readonly<Record<string, string>>;

/** How one program reads one of its secrets. Rejects with the words for a person. */
interface Reading {
  readonly program: string;
  readonly variable: string;
  readonly secret: string;
  /** What else the variable needs to be read at all. */
  readonly env: Env;
  readonly read: (env: Env) => Promise<string>;
}

const secret = 'correct-horse-battery-staple';
const agent = agentVariableNames(registry);
const controlSecrets = {
  FAROL_DATABASE_URL: `postgres://farol:${secret}@db.example/farol`,
  FAROL_STORE_KEY: makeStoreKey().reveal(),
  FAROL_STORE_KEY_NEW: makeStoreKey().reveal(),
  FAROL_SSO_CLIENT_SECRET: secret,
} as const satisfies Record<(typeof controlSecretVariables)[number], string>;
const ssoEnv = {
  FAROL_SSO_ISSUER: 'https://login.example/',
  FAROL_SSO_CLIENT_ID: 'farol',
  FAROL_SSO_DEFAULT_ROLE: 'member',
};

const readings: readonly Reading[] = [
  ...controlSecretVariables.map((variable) => ({
    program: 'control plane',
    variable,
    secret: controlSecrets[variable],
    env: variable === 'FAROL_SSO_CLIENT_SECRET' ? ssoEnv : {},
    read: async (env: Env) => {
      const { databaseUrl, storeKey, newStoreKey, sso } = parseControlConfig(env);
      const read = {
        FAROL_DATABASE_URL: databaseUrl,
        FAROL_STORE_KEY: storeKey?.given,
        FAROL_STORE_KEY_NEW: newStoreKey?.given,
        FAROL_SSO_CLIENT_SECRET: sso?.clientSecret,
      };
      return read[variable]?.reveal() ?? '';
    },
  })),
  ...['Agent', 'Profiler'].map((program) => ({
    program,
    variable: 'RUNNER_BOOTSTRAP_TOKEN',
    secret,
    env: {},
    read: (env: Env) => {
      const { source, problems } = findBootstrapToken({ env, redactor: new Redactor() }, true);
      return readSource(source, problems);
    },
  })),
  ...storeSecretVariables.map((variable) => ({
    program: 'Agent',
    variable,
    secret,
    env: storeEnv(variable),
    read: (env: Env) => {
      const { settings, problems } = readStoreSettings(env, new Redactor());
      return readSource(settings === undefined ? undefined : pickSource(settings, variable), problems);
    },
  })),
  ...registry.flatMap(({ manifest }) =>
    Object.entries(manifest.config)
      .filter(([, { kind }]) => kind === 'secret')
      .map(([variable]) => ({
        program: `Agent, ${manifest.id}`,
        variable,
        secret,
        env: {},
        read: (env: Env) => {
          const { secrets, problems } = readConnectorSetup(manifest, env, new Redactor());
          return readSource(secrets.get(variable), problems);
        },
      })),
  ),
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'farol-every-secret-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the list holds every secret of every program', () => {
  const tried = new Set(readings.map(({ variable }) => variable));
  const all = [...controlSecretVariables, ...agent.secrets, ...profilerVariableNames.secrets];
  expect(all.filter((one) => !tried.has(one))).toEqual([]);
});

test('no variable that is named like a secret is left out of the lists of secrets', () => {
  const secrets = new Set<string>([...agent.secrets, ...controlSecretVariables, ...pipelineSecretVariables]);
  const all = new Set([
    ...agent.variables,
    ...profilerVariableNames.variables,
    ...Object.keys(controlVariables),
    ...Object.keys(pipelineVariables),
  ]);
  const named = [...all].filter((one) => /TOKEN|SECRET|PASSWORD|PRIVATE|CREDENTIAL|_KEY|_URI$/u.test(one));
  const settings = named.filter((one) => !secrets.has(one) && !one.startsWith('RUNNER_SECRET_STORE_'));
  expect(settings.toSorted((a, b) => a.localeCompare(b))).toEqual([
    // A switch and a file: neither holds a secret itself.
    'DATADOG_READ_API_KEYS',
    'FAROL_TLS_KEY_FILE',
  ]);
});

describe.each(readings)('$variable of the $program', ({ variable, secret: value, env, read }) => {
  const named = `${variable}_FILE`;
  const { [variable]: _given, ...rest } = env;
  const fileOf = async (content: string): Promise<Env> => {
    const file = path.join(folder, crypto.randomUUID());
    await writeFile(file, content);
    return { ...rest, [named]: file };
  };

  test('is taken as a value', async () => {
    expect(await read({ ...rest, [variable]: value })).toBe(value);
  });

  test('is read from a file, without the line end', async () => {
    expect(await read(await fileOf(value))).toBe(value);
    expect(await read(await fileOf(`${value}\n`))).toBe(value);
    expect(await read(await fileOf(`${value}\r\n`))).toBe(value);
  });

  test('is refused when given twice, naming both', async () => {
    const both = { ...(await fileOf(value)), [variable]: value };
    await expect(read(both)).rejects.toThrow(new RegExp(`${variable} and ${named}`, 'u'));
  });

  test('is refused when its file is missing, empty or no text, naming the variable and never a value', async () => {
    const missing = { ...rest, [named]: path.join(folder, 'nothing') };
    await expect(read(missing)).rejects.toThrow(new RegExp(`${named} cannot be read \\(ENOENT\\)`, 'u'));
    await expect(read(await fileOf(''))).rejects.toThrow(`${named} holds nothing`);
    await expect(read(await fileOf('\n'))).rejects.toThrow(`${named} holds nothing`);
    await expect(read({ ...rest, [named]: 'relative' })).rejects.toThrow('absolute path');
  });
});

describe.each([
  ['FAROL_READ_TOKEN', ['capture', 'show', 'x']],
  ['FAROL_CAPTURE_TOKEN', ['capture', 'request', '--workload', 'x', '--version', '1']],
] as const)('%s of the commands of a pipeline', (variable, command) => {
  const run = async (env: Env) => runFarol([...command, '--url', 'https://127.0.0.1:1'], { env: await withPath(env) });

  test('is taken as a value or from a file, and refused when given twice or unreadable', async () => {
    const file = path.join(folder, variable);
    await writeFile(file, `${secret}\n`);
    // With a token it goes on to call the control plane, which is not there.
    for (const env of [{ [variable]: secret }, { [`${variable}_FILE`]: file }]) {
      expect((await run(env)).stderr).toContain('ECONNREFUSED');
    }
    const twice = await run({ [variable]: secret, [`${variable}_FILE`]: file });
    expect(twice.stderr).toContain(`${variable} and ${variable}_FILE are both set`);
    const missing = await run({ [`${variable}_FILE`]: path.join(folder, 'nothing') });
    expect(missing.stderr).toContain(`${variable}_FILE cannot be read (ENOENT)`);
  });
});

describe('a file for a variable that is no secret', () => {
  const ignored = (variables: readonly string[], secrets: readonly string[]): Env => {
    const plain = variables.filter((one) => !secrets.includes(one) && !variables.includes(`${one}_FILE`));
    return Object.fromEntries(plain.map((one) => [`${one}_FILE`, '/x']));
  };

  test.each([
    ['control', ['control'], ignored(Object.keys(controlVariables), controlSecretVariables)],
    ['agent', ['agent'], ignored(agent.variables, agent.secrets)],
    ['profiler', ['profiler'], ignored(profilerVariableNames.variables, profilerVariableNames.secrets)],
  ] as const)('refuses the start of %s, each named', async (_program, command, env) => {
    const { code, stderr } = await runFarol(command, { env: await withPath(env) });
    expect(code).toBe(2);
    expect(Object.keys(env).filter((name) => !stderr.includes(`${name} is set`))).toEqual([]);
  });

  test('refuses a command of a pipeline', async () => {
    const env = await withPath({ FAROL_URL_FILE: '/x', FAROL_READ_TOKEN: secret });
    const { code, stderr } = await runFarol(['capture', 'show', 'x', '--url', 'https://127.0.0.1:1'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain('FAROL_URL_FILE is set');
  });
});

async function withPath(env: Env): Promise<Env> {
  return { PATH: process.env['PATH'] ?? '', HOME: folder, ...env };
}

async function readSource(source: SecretSource | undefined, problems: readonly SecretProblem[]): Promise<string> {
  if (source !== undefined && problems.length === 0) return (await source.read()).reveal();
  throw new Error(problems.map(({ problem, remedy }) => `${problem} ${remedy}`).join('\n'));
}

function storeEnv(variable: (typeof storeSecretVariables)[number]): Env {
  const mode = modesOfVariable[variable]?.[0] ?? '';
  const common = {
    RUNNER_SECRET_STORE_MODE: mode,
    RUNNER_SECRET_STORE_PREFIX: 'farol',
    RUNNER_SECRET_STORE_CRED_MODE: 'static',
  };
  if (mode === 'gcp') return { ...common, RUNNER_SECRET_STORE_GCP_PROJECT: 'acme-prod' };
  if (mode !== 'aws') return { ...common, RUNNER_SECRET_STORE_URL: 'https://vault.example.com:8200' };
  return {
    ...common,
    RUNNER_SECRET_STORE_AWS_REGION: 'eu-west-1',
    RUNNER_SECRET_STORE_AWS_ACCESS_KEY_ID: secret,
    RUNNER_SECRET_STORE_AWS_SECRET_ACCESS_KEY: secret,
  };
}

function pickSource(settings: StoreSettings, variable: string): SecretSource | undefined {
  switch (settings.mode) {
    case 'aws': {
      const { keys } = settings;
      return [keys?.id, keys?.secret, keys?.session].find((one) => one?.variable === variable);
    }
    case 'gcp':
      return settings.key;
    case 'vault':
      return 'token' in settings.credential ? settings.credential.token : undefined;
    case 'k8s':
      return settings.outside?.token;
  }
}
