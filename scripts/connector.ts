/**
 * `farol connector`: writes the files of a new connector or of one operation, and runs what every connector must pass.
 *
 * Exit codes: 0 done, 1 a test failed, 2 wrong usage.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeOperation } from './connector/add-operation.ts';
import { newConnector } from './connector/new-connector.ts';
import { NoSample } from './connector/sample.ts';
import { WrongPlan } from './connector/scaffold-plan.ts';
import { testConnector } from './connector/test-connector.ts';

const usage = `Usage:
  farol connector new <id> [--title <name>] --operation <domain.operation> [--operation …]
  farol connector add-operation <id> <domain.operation> --call <call> [--call …] [--grant <grant> …] --summary <text>
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
        call: { type: 'string', multiple: true },
        grant: { type: 'string', multiple: true },
        summary: { type: 'string' },
        real: { type: 'boolean' },
      },
    });
    const [command, id, operation, ...rest] = positionals;
    const { title, operation: operations = [], call: calls = [], grant: grants = [], summary } = values;
    if (id === undefined || rest.length > 0) throw new WrongPlan(usage);
    if (command === 'add-operation' && operation !== undefined) {
      writeOperation(root, { connector: id, operation, calls, grants, summary });
      return 0;
    }
    if (operation !== undefined) throw new WrongPlan(usage);
    if (command === 'test') return (await testConnector(root, id, { isReal: values.real ?? false })) ? 0 : 1;
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
