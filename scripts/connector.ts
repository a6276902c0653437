/**
 * `farol connector`: writes the files of a new connector, and runs what every connector must pass.
 *
 * Exit codes: 0 done, 1 a test failed, 2 wrong usage.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { newConnector } from './connector/new-connector.ts';
import { NoSample } from './connector/sample.ts';
import { WrongPlan } from './connector/scaffold-plan.ts';
import { testConnector } from './connector/test-connector.ts';

const usage = `Usage:
  farol connector new <id> [--title <name>] --operation <domain.operation> [--operation …]
  farol connector test <id> [--real]`;

const root = path.resolve(import.meta.dirname, '..');

process.exitCode = await run();

async function run(): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        title: { type: 'string' },
        operation: { type: 'string', multiple: true },
        real: { type: 'boolean' },
      },
    });
    const [command, id, ...rest] = positionals;
    const { title, operation: operations = [], real: isReal = false } = values;
    if (id === undefined || rest.length > 0) throw new WrongPlan(usage);
    if (command === 'test') return (await testConnector(root, id, { isReal })) ? 0 : 1;
    if (command !== 'new') throw new WrongPlan(usage);
    newConnector(root, { id, title: title ?? id, operations });
    return 0;
  } catch (error) {
    if (!(error instanceof WrongPlan || error instanceof NoSample || isWrongOption(error))) throw error;
    process.stderr.write(`farol connector: ${error.message}\n`);
    return 2;
  }
}

function isWrongOption(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
