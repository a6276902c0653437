/**
 * @module-tag deep
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operations } from '../../catalog/index.ts';
import { typesRecord } from '../check/gates.ts';
import { addToList } from './add-to-list.ts';
import { NoSample, sampleOf } from './sample.ts';
import { planScaffold } from './scaffold-plan.ts';

const root = path.resolve(import.meta.dirname, '../..');
const copied = [
  'bench',
  'catalog',
  'connectors',
  'demo',
  'deploy',
  'src',
  'test',
  'scripts',
  'docs',
  'policies',
  'profiler/host',
  'profiler/witness',
  'profiler/ptop/probes',
  'profiler/ptop/crates/ptop/src/collector/exit.rs',
  'profiler/ptop/crates/ptop/tests/languages.tsv',
  'web',
];
const settings = ['ARCHITECTURE.md', 'package.json', 'tsconfig.json', 'vitest.config.ts', '.oxfmtrc.json'];

/** `deploy.listDomains` by hand: a file, the text of the skeleton, and what replaces it. */
const listDomains: readonly (readonly [string, string, string])[] = [
  [
    'catalog/deploy.ts',
    '  result: () => z.strictObject({}),\n',
    '  result: () => z.strictObject({ domains: z.array(z.strictObject({ name: z.string() })) }),\n',
  ],
  [
    'connectors/vercel/manifest.ts',
    "affects: ['deploy.listProjects', 'deploy.getProject'],",
    "affects: ['deploy.listProjects', 'deploy.getProject', 'deploy.listDomains'],",
  ],
  [
    'connectors/vercel/schema.ts',
    'export const UserAnswer',
    'export const DomainsAnswer = z.looseObject({ domains: rowsOf(z.looseObject({ name: z.string() })) });\n\nexport const UserAnswer',
  ],
  [
    'connectors/vercel/operations.ts',
    "    run() {\n      throw new Error('deploy.listDomains is not written yet');\n    },\n",
    `    async run(_args, context) {
      const { domains } = await openVercel(context).get(DomainsAnswer, '/v5/domains');
      return { data: { domains: domains.map(({ name }) => ({ name })) }, complete: true, truncated: false };
    },
`,
  ],
  ['connectors/vercel/operations.ts', 'import { DeploymentsAnswer,', 'import { DeploymentsAnswer, DomainsAnswer,'],
  [
    'connectors/vercel/upstream/fake-vercel.ts',
    "    listProjects('v9'),\n",
    `    {
      call: 'GET /v5/domains',
      headers: bearer,
      query: z.strictObject(page),
      answers: z.strictObject({ domains: z.array(z.strictObject({ name: z.string() })) }),
      reply: guarded(() => answerJson({ domains: [{ name: 'acme.example' }] })),
    },
    listProjects('v9'),
`,
  ],
];
const testOfDomains = `import { expect, test } from 'vitest';
import { DomainsAnswer } from './schema.ts';

test('an answer without domains is none', () => {
  expect(DomainsAnswer.safeParse({}).success).toBe(false);
});
`;

describe('a sample', () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    'of %s is valid',
    (_name, operation) => {
      expect(operation.arguments.safeParse(sampleOf(operation.arguments)).success).toBe(true);
      expect(operation.result.safeParse(sampleOf(operation.result)).success).toBe(true);
    },
  );

  test('that cannot be imagined is reported with its place', () => {
    const schema = z.strictObject({ inner: z.strictObject({ code: z.string().regex(/^never-thought-of$/u) }) });
    expect(() => sampleOf(schema)).toThrow(NoSample);
    expect(() => sampleOf(schema)).toThrow('$.inner.code');
  });
});

describe('a plan is refused', () => {
  test.each([
    ['for an id that is no short word', ['Acme-1', ['deploy.listProjects']], 'an id is a short lower-case word'],
    ['for an id that is taken', ['aws', ['deploy.listProjects']], 'aws is in the registry already'],
    ['without an operation', ['acme', []], 'name at least one operation'],
    [
      'for an operation of nobody',
      ['acme', ['deploy.dropAll']],
      'deploy.dropAll is not in the catalog: add it to catalog/deploy.ts',
    ],
    ['for a write', ['acme', ['chat.postMessage']], 'chat.postMessage writes'],
  ] as const)('%s', (_why, [id, names], because) => {
    expect(() => planScaffold(id, 'Acme', names)).toThrow(because);
  });
});

describe('a line is added where the alphabet puts it', () => {
  const line = (id: string) => ({
    importing: `import { manifest as ${id} } from './${id}/manifest.ts';`,
    entry: `  { manifest: ${id} },`,
  });
  const listOf = (...ids: string[]): string =>
    [
      ...ids.map((id) => line(id).importing),
      '',
      'export const all = [',
      ...ids.map((id) => line(id).entry),
      '];',
      '',
    ].join('\n');

  test.each([
    ['a', listOf('a', 'b')],
    ['c', listOf('b', 'c')],
  ])('%s', (id, expected) => {
    expect(addToList(listOf('b'), line(id))).toBe(expected);
  });

  test('and a file of another form is left to a person', () => {
    expect(() => addToList('nothing here\n', line('a'))).toThrow('by hand');
  });
});

describe('on a copy of the repository', () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(path.join(os.tmpdir(), 'farol-scaffold-'));
    for (const one of [...copied, ...settings]) cpSync(path.join(root, one), path.join(copy, one), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    copyTypesRecord();
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  /** What was checked in the repository need not be checked in its copy. Paths in the record are from its own folder. */
  function copyTypesRecord(): void {
    const record = path.join(root, typesRecord);
    if (!existsSync(record)) return;
    const to = path.join(copy, typesRecord);
    const modules = path.relative(path.dirname(to), realpathSync(path.join(root, 'node_modules')));
    mkdirSync(path.dirname(to));
    writeFileSync(to, readFileSync(record, 'utf8').replaceAll('"../node_modules/', `"${modules}/`));
  }

  const farol = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/connector.ts', ...args], { cwd: copy, encoding: 'utf8' });

  const added = ['add-operation', 'vercel', 'deploy.listDomains', '--call', 'GET /v5/domains'];

  test('the skeleton of an operation has its types, and fails until it is written', { timeout: 300_000 }, () => {
    const made = farol(...added, '--summary', 'Domains of the team.');
    expect(made.status).toBe(0);
    const touched = [
      'catalog/deploy.ts',
      'connectors/vercel/manifest.ts',
      'connectors/vercel/operations.ts',
      'connectors/vercel/list-domains.test.ts',
      'connectors/vercel/upstream/exemplar.ts',
    ];
    expect(made.stdout).toContain(`${touched.join('\n  ')}\n\nWrite now:`);
    for (const file of ['schema.ts', 'upstream/fake-vercel.ts', 'upstream/exemplar.ts', 'list-domains.test.ts']) {
      expect(made.stdout).toMatch(new RegExp(`\\d\\. connectors/vercel/${file}: `, 'u'));
    }
    expect(readFileSync(path.join(copy, 'connectors/vercel/manifest.ts'), 'utf8')).toContain(
      "'deploy.listDomains': { grants: ['team token'], upstream: ['GET /v5/domains'], redactions: [] }",
    );
    const tested = farol('test', 'vercel');
    expect(tested.status).toBe(1);
    expect(stripVTControlCharacters(tested.stdout)).toContain('list-domains.test.ts (1 test | 1 failed)');
    expect(tested.stdout).toContain('vercel: FAILED: tests; see above');
  });

  test(
    'written to its end it is green, with no old test touched and nothing generated by hand',
    { timeout: 300_000 },
    () => {
      for (const [file, before, after] of listDomains) {
        const at = path.join(copy, file);
        const text = readFileSync(at, 'utf8');
        expect(text).toContain(before);
        writeFileSync(
          at,
          text.replace(before, () => after),
        );
      }
      writeFileSync(path.join(copy, 'connectors/vercel/list-domains.test.ts'), testOfDomains);
      const tested = farol('test', 'vercel');
      expect(tested.stdout).toContain('docs/reference/operations/deploy.md renewed');
      expect(tested.stdout).toContain('vercel: green');
      const generated = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
        cwd: copy,
        encoding: 'utf8',
      });
      expect([generated.status, generated.stderr]).toEqual([0, '']);
    },
  );

  test('an operation of Google Cloud is written into its domain and nowhere else', { timeout: 120_000 }, () => {
    const asked = ['gcp', 'dns.listPolicies', '--call', 'GET /dns.googleapis.com/dns/v1/projects/{project}/policies'];
    const made = farol('add-operation', ...asked, '--grant', 'dns.policies.list', '--summary', 'Policies of servers.');
    expect(made.status).toBe(0);
    const touched = [
      'catalog/dns.ts',
      'connectors/gcp/dns/manifest.ts',
      'connectors/gcp/dns/operations.ts',
      'connectors/gcp/dns/list-policies.test.ts',
      'connectors/gcp/upstream/answers/dns.ts',
    ];
    expect(made.stdout).toContain(`${touched.join('\n  ')}\n\nWrite now:`);
    expect(made.stdout).toContain(
      "dns/v1/projects/{project}/policies among the methods, and asks('<id of the method>')",
    );
    const manifest = readFileSync(path.join(copy, 'connectors/gcp/dns/manifest.ts'), 'utf8');
    expect(manifest).toContain("'dns.listZones': asks('dns.managedZones.list'),\n    'dns.listPolicies': {");
  });

  test.each([
    [
      'that is declared already',
      ['vercel', 'deploy.getProject', '--call', 'GET /x', '--summary', 'X.'],
      'vercel declares deploy.getProject already',
    ],
    ['without a call', ['vercel', 'deploy.listAliases', '--summary', 'X.'], "required option '--call <call>'"],
    [
      'without a grant where those beside it differ',
      ['gcp', 'dns.listKeys', '--call', 'GET /x', '--summary', 'X.'],
      "name the permission in the vendor's spelling with --grant. Operations beside it in gcp need dns.managedZones.get",
    ],
    ['without a summary', ['vercel', 'deploy.listAliases', '--call', 'GET /x'], "required option '--summary <text>'"],
    [
      'of an unknown connector',
      ['acme2', 'deploy.listDomains', '--call', 'GET /x', '--summary', 'X.'],
      'acme2 is not in connectors/registry.ts',
    ],
    [
      'of a domain that the connector has not',
      ['vercel', 'dns.list', '--call', 'GET /x', '--summary', 'X.'],
      'write the first one by hand',
    ],
  ])('no skeleton is written of an operation %s', (_which, args, because) => {
    const refused = farol('add-operation', ...args);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(because);
  });

  test('a new connector is green at once, and a broken one is not', { timeout: 300_000 }, () => {
    const made = farol(
      'new',
      'acme',
      '--title',
      'Acme',
      '--operation',
      'deploy.listProjects',
      '--operation',
      'metrics.query',
    );
    expect(made.status).toBe(0);
    expect(made.stdout).toContain('connectors/acme/manifest.ts');
    const tested = farol('test', 'acme');
    expect(tested.stdout).toContain('acme: green');
    expect(tested.status).toBe(0);
    const again = farol('new', 'acme', '--operation', 'deploy.listProjects');
    expect([again.status, again.stderr]).toEqual([2, 'farol connector: acme is in the registry already\n']);
    rmSync(path.join(copy, 'connectors/acme/guide.md'));
    rmSync(path.join(copy, 'connectors/acme/health.ts'));
    expect(farol('test', 'acme').status).toBe(1);
  });
});
