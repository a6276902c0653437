import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../../connectors/registry.ts';
import { Redactor } from '../../core/redact.ts';
import { readSources } from '../connectors/sources.ts';
import { readSourcesFile } from './read-sources-file.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-sources-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function read(content: unknown) {
  const file = path.join(folder, 'sources.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readSourcesFile(file, registry);
}

const europe = { name: 'grafana-eu', connector: 'grafana', settings: { GRAFANA_METRICS_URL: 'https://eu.example' } };
const listed = (...sources: unknown[]): unknown => ({ sources });

describe('the sources file', () => {
  test('is not needed', () => {
    expect(readSourcesFile(undefined, registry)).toEqual({ sources: [], problems: [] });
    expect(readSourcesFile('', registry)).toEqual({ sources: [], problems: [] });
  });

  test('gives sources in its order, secrets by value, file and reference alike', () => {
    const prod = {
      name: 'vercel',
      connector: 'vercel',
      about: 'Produção, São Paulo',
      settings: { VERCEL_TOKEN_FILE: '/run/secrets/vercel' },
    };
    const read_ = read(listed(prod, europe, { ...prod, name: 'vercel-2', settings: { VERCEL_TOKEN: 'aws://a#b' } }));
    expect(read_).toMatchObject({ problems: [], digest: expect.stringMatching(/^[0-9a-f]{64}$/u) as string });
    expect(read_.sources.map(({ name }) => name)).toEqual(['vercel', 'grafana-eu', 'vercel-2']);
    expect(read_.sources[0]).toEqual(prod);
  });

  test('of the guide is one', () => {
    const [, json = ''] = /```json\n(.*?)```/su.exec(readFileSync('docs/guides/sources.md', 'utf8')) ?? [];
    const { sources, problems } = read(json);
    expect(problems).toEqual([]);
    const setups = readSources({ registry, env: {}, named: sources }, new Redactor());
    const ready = setups.filter(({ setup }) => setup.missing === undefined).map(({ setup }) => setup.source);
    expect(ready.toSorted()).toEqual(sources.map(({ name }) => name).toSorted());
  });

  test.each([
    ['text', '{"sources":', 'is not JSON; JSON has no comments'],
    ['no list', {}, 'is not valid at sources'],
    ['an empty list', listed(), 'is not valid at sources'],
    ['201 sources', listed(...Array.from({ length: 201 }, (_, at) => ({ ...europe, name: `g-${at}` }))), 'at sources'],
    ['an unknown key', listed({ ...europe, setings: {} }), 'has the unknown key sources[0].setings'],
    ['an unknown key at the top', { sources: [europe], source: [] }, 'has the unknown key source'],
    ['a key twice', '{"sources":[{"name":"a","name":"b","connector":"grafana","settings":{}}]}', 'twice'],
    ['a name in capitals', listed({ ...europe, name: 'EU' }), 'sources[0].name: begins with a lower-case letter'],
    ['a name twice', listed(europe, europe), 'has the name grafana-eu at sources[0] and at sources[1]'],
    [
      'the name of another connector',
      listed({ ...europe, name: 'aws' }),
      'calls a source of grafana aws at sources[0].name',
    ],
    ['an unknown connector', listed({ ...europe, connector: 'grafna' }), 'names grafna at sources[0].connector'],
    [
      'a setting of another connector',
      listed(europe, { ...europe, name: 'b', settings: { VERCEL_TOKEN: 'made-for-a-test' } }),
      'has the unknown setting sources[1].settings.VERCEL_TOKEN',
    ],
    [
      'a file for a setting that is not a secret',
      listed({ ...europe, settings: { GRAFANA_METRICS_URL_FILE: '/x' } }),
      'has the unknown setting sources[0].settings.GRAFANA_METRICS_URL_FILE',
    ],
    ['an empty setting', listed({ ...europe, settings: { GRAFANA_METRICS_URL: '' } }), 'GRAFANA_METRICS_URL: is empty'],
    [
      'a number',
      listed({ ...europe, settings: { GRAFANA_METRICS_USER: 12 } }),
      'sources[0].settings.GRAFANA_METRICS_USER',
    ],
    ['about in two lines', listed({ ...europe, about: 'a\nb' }), 'sources[0].about: is one line'],
  ])('with %s refuses the boot, names the place and gives no source', (_what, content, complaint) => {
    const { sources, digest, problems } = read(content);
    expect([sources, digest]).toEqual([[], undefined]);
    expect(problems[0]).toMatchObject({
      variable: 'RUNNER_SOURCES_FILE',
      problem: expect.stringContaining(complaint) as string,
      remedy: expect.stringMatching(/\.$/u) as string,
    });
    expect(JSON.stringify(problems)).not.toContain('made-for-a-test');
  });

  test('that is not there says so', () => {
    const [problem] = readSourcesFile(path.join(folder, 'nowhere.json'), registry).problems;
    expect(problem?.problem).toBe('The file in RUNNER_SOURCES_FILE cannot be read (ENOENT).');
  });
});
