/**
 * `farol connector`: writes the files of a new connector, and runs what every connector must pass.
 *
 * Exit codes: 0 done, 1 a test failed, 2 wrong usage.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { registry } from '../connectors/registry.ts';
import { typesArguments } from './check/types-command.ts';
import { addToList } from './connector/add-to-list.ts';
import { NoSample } from './connector/sample.ts';
import { planScaffold, WrongPlan } from './connector/scaffold-plan.ts';
import { renderFiles } from './connector/templates.ts';

const usage = `Usage:
  farol connector new <id> [--title <name>] --operation <domain.operation> [--operation …]
  farol connector test <id>`;

const root = path.resolve(import.meta.dirname, '..');
const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);

process.exitCode = run();

function run(): number {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { title: { type: 'string' }, operation: { type: 'string', multiple: true } },
    });
    const [command, id, ...rest] = positionals;
    if (id === undefined || rest.length > 0) throw new WrongPlan(usage);
    if (command === 'new') return create(id, values.title ?? id, values.operation ?? []);
    if (command === 'test') return test(id);
    throw new WrongPlan(usage);
  } catch (error) {
    if (!(error instanceof WrongPlan || error instanceof NoSample || isWrongOption(error))) throw error;
    process.stderr.write(`farol connector: ${error.message}\n`);
    return 2;
  }
}

function create(id: string, title: string, operations: readonly string[]): number {
  const files = renderFiles(planScaffold(id, title, operations));
  const taken = [...files.keys()].filter((file) => existsSync(path.join(root, file)));
  if (taken.length > 0) throw new WrongPlan(`${taken.join(', ')} is there already; nothing was written`);
  for (const [file, text] of files) write(file, text);
  edit('connectors/registry.ts', (text) =>
    addToList(text, {
      importing: `import { manifest as ${id} } from './${id}/manifest.ts';`,
      entry: `  { manifest: ${id}, load: async () => (await import('./${id}/connector.ts')).connector },`,
    }),
  );
  const touched = [...files.keys(), 'connectors/registry.ts'];
  execute([bin('oxfmt'), ...touched.filter((file) => file.endsWith('.ts'))], 'ignore');
  execute([process.execPath, 'scripts/generate.ts'], 'ignore');
  process.stdout.write(
    [
      `${id} is there, with ${operations.length === 1 ? 'one operation' : `${operations.length} operations`}. Its files:`,
      ...touched.map((file) => `  ${file}`),
      '',
      'To begin with it asks a system that answers in the words of the catalog. Make it speak the real one:',
      `  1. schema.ts and client.ts: paths and fields as the vendor documents them; upstream/exemplar.ts, which plays the system`,
      '  2. manifest.ts: variables, credential kinds and grants in the spelling of the vendor',
      '  3. symptoms.ts and health.ts: what its refusals mean, and how a check tells them apart',
      '  4. guide.md: what a person does in the screens of the vendor',
      `Then, at any time: ./farol connector test ${id}`,
      '',
    ].join('\n'),
  );
  return 0;
}

/** Types first: what does not compile says less in a test. Lint and the rest of the suite are `./farol test`. */
function test(id: string): number {
  if (!registry.some(({ manifest }) => manifest.id === id)) {
    const known = registry.map(({ manifest }) => manifest.id).join(', ');
    throw new WrongPlan(`${id} is not in connectors/registry.ts, which has ${known}`);
  }
  const steps = [
    [bin('tsc'), ...typesArguments],
    [bin('vitest'), 'run', 'test/contract', '-t', `^${id} |registry|same variable`],
    ...(hasOwnTests(id) ? [[bin('vitest'), 'run', `connectors/${id}/`]] : []),
    [process.execPath, 'scripts/generate.ts', '--check'],
  ];
  const failed = steps.filter((step) => execute(step, 'inherit') !== 0);
  const verdict = failed.length === 0 ? 'green' : `${failed.length} of ${steps.length} steps failed; see above`;
  process.stdout.write(`\n${id}: ${verdict}\n`);
  return failed.length === 0 ? 0 : 1;
}

function hasOwnTests(id: string): boolean {
  return globSync(`connectors/${id}/**/*.test.ts`, { cwd: root }).length > 0;
}

function execute([command = '', ...args]: readonly string[], stdio: 'inherit' | 'ignore'): number {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', stdio, 'inherit'] });
  if (error !== undefined) throw error;
  return status ?? 1;
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text, { flag: 'wx' });
}

function edit(file: string, change: (text: string) => string): void {
  const where = path.join(root, file);
  writeFileSync(where, change(readFileSync(where, 'utf8')));
}

function isWrongOption(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
