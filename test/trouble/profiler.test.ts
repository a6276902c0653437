import { chownSync, mkdirSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Situation, type SituationName, situations } from '../../scripts/generate/troubleshooting/situations.ts';
import { examineProfiler } from '../../profiler/host/examine-profiler.ts';
import { ranked } from '../../src/cli/commands/doctor.ts';
import { Redactor } from '../../src/core/redact.ts';
import { nobody, ProfilerBench } from '../unprivileged-profiler.ts';
import { likeWords } from './like-words.ts';
import { RunningInstance } from './running-instance.ts';
import { enrolAt, fillVolume, mountVolume, type Place, TroubleBench, type Variables } from './trouble-bench.ts';

let bench: TroubleBench;
let profilers: ProfilerBench;
beforeAll(async () => {
  bench = await TroubleBench.start();
  profilers = new ProfilerBench();
});
afterAll(async () => {
  await bench.close();
  profilers.close();
});

/** A place that the unprivileged user can reach: its folder is one of the bench. */
async function place(): Promise<Place> {
  const { env, ...rest } = await bench.place();
  const identityDir = profilers.ownDirectory(`identity-${rest.instance}`);
  const ca = profilers.write(`ca-${rest.instance}.pem`, bench.control.caPem);
  return { ...rest, identityDir, env: { ...env, RUNNER_IDENTITY_DIR: identityDir, RUNNER_CA_FILE: ca } };
}

async function enable(enabled: boolean): Promise<void> {
  await bench.ask('PUT', '/api/settings/profiler', { enabled });
}

async function withToken({ env }: Place, kind: 'agent' | 'profiler'): Promise<Variables> {
  return { ...env, RUNNER_BOOTSTRAP_TOKEN: (await bench.mint(kind)).value };
}

async function enrolled(at: Place): Promise<Variables> {
  await enable(true);
  await enrolAt(at, 'profiler');
  for (const name of ['', '/identity.json', '/generation.json']) chownSync(`${at.identityDir}${name}`, nobody, nobody);
  return at.env;
}

const line = 'the profiler failed';

interface Way {
  readonly provoke: (at: Place) => Promise<Variables>;
  readonly differs?: Partial<Pick<Situation, 'line'>>;
}

const ways: Partial<Record<SituationName, Way>> = {
  'token of another kind': {
    provoke: async (at) => {
      await enable(true);
      return withToken(at, 'agent');
    },
    differs: { line },
  },
  'not enabled': {
    provoke: async (at) => {
      await enable(true);
      const env = await withToken(at, 'profiler');
      await enable(false);
      return env;
    },
    differs: { line },
  },
  disabled: {
    provoke: async (at) => {
      const env = await enrolled(at);
      await enable(false);
      return env;
    },
  },
};

/** What an Agent shows in the default layer already. */
const waysOfEveryInstance: Partial<Record<SituationName, Way>> = {
  'wrong port': {
    provoke: async (at) => ({ ...(await enrolled(at)), RUNNER_TUNNEL_URL: 'wss://127.0.0.1:9' }),
  },
  revoked: {
    provoke: async (at) => {
      const env = await enrolled(at);
      await bench.ask('POST', `/api/fleet/${at.instance}/revoke`);
      return env;
    },
  },
  'no token': {
    provoke: async (at) => {
      const env = await enrolled(at);
      rmSync(at.identityDir, { recursive: true });
      mkdirSync(at.identityDir, { mode: 0o700 });
      chownSync(at.identityDir, nobody, nobody);
      return env;
    },
  },
  'disk full at first': {
    provoke: async (at) => {
      await enable(true);
      await mountVolume(at, 64);
      await fillVolume(at);
      chownSync(at.identityDir, nobody, nobody);
      return withToken(at, 'profiler');
    },
    differs: { line },
  },
};

/** This suite runs as root, which a Profiler must not, and may do what its user may not. */
const ofThisProcess = new Set(['runs_as_root', 'holds_capabilities']);

/** Starts it there, and returns what it said first and how it ended, and the variables for the doctor. */
async function watch(name: SituationName, way: Way) {
  const at = await place();
  const env = { RUNNER_BOOTSTRAP_TOKEN: undefined, ...(await way.provoke(at)) };
  const profiler = new RunningInstance(profilers.start({ env }));
  bench.onClose(() => profiler.kill());
  const said = await profiler.firstTrouble();
  const code = await profiler.end(rowOf(name, way).ends !== undefined);
  await profiler.kill();
  return { env, said, code };
}

/** With the first problem that the doctor names. */
async function watchAndExamine(name: SituationName, way: Way) {
  const { env, ...seen } = await watch(name, way);
  const found = await examineProfiler({
    env: { ...profilers.env(), ...env },
    redactor: new Redactor(),
    signal: new AbortController().signal,
    onStep: () => undefined,
    isOffline: false,
  });
  return { ...seen, examined: ranked(found).find(({ subject }) => !ofThisProcess.has(subject)) };
}

const matching = (words: string | RegExp): string => expect.stringMatching(words) as string;

function rowOf(name: SituationName, { differs }: Way): Situation {
  return { ...situations[name], ...differs };
}

function asTheTable(name: SituationName, way: Way) {
  const { line: words, act, code, ends }: Situation = rowOf(name, way);
  const remedy = matching(likeWords(act));
  const said = {
    line: matching(likeWords(words)),
    remedy,
    code: code === undefined ? undefined : matching(code),
  };
  return { said, code: ends, examined: { status: 'problem', fix: remedy } };
}

describe('a Profiler in trouble is led to the right act by its log and by the doctor', () => {
  test.each(rows(ways))('%s', async (name, way) => {
    expect(await watchAndExamine(name, way)).toMatchObject(asTheTable(name, way));
  });

  test.each(rows(waysOfEveryInstance))('%s', { tags: ['deep'] }, async (name, way) => {
    expect(await watchAndExamine(name, way)).toMatchObject(asTheTable(name, way));
  });

  test('another owner: its log says so; this suite may read every folder', { tags: ['deep'] }, async () => {
    const provoke = async (at: Place): Promise<Variables> => {
      const env = await enrolled(at);
      chownSync(at.identityDir, 0, 0);
      return env;
    };
    const { said, code } = asTheTable('another owner', { provoke });
    expect(await watch('another owner', { provoke })).toMatchObject({ said, code });
  });
});

function rows(table: typeof ways): [SituationName, Way][] {
  return Object.entries(table) as [SituationName, Way][];
}
