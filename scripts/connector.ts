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
    return await runCommand(positionals, values);
  } catch (error) {
    if (!(error instanceof WrongPlan || error instanceof NoSample || isWrongOption(error))) throw error;
    process.stderr.write(`farol connector: ${error.message}\n`);
    return 2;
  }
}

interface Values {
  readonly title?: string;
  readonly operation?: string[];
  readonly call?: string[];
  readonly grant?: string[];
  readonly summary?: string;
  readonly real?: boolean;
}

async function runCommand([command, id, operation, ...rest]: readonly string[], values: Values): Promise<number> {
  const isAdding = command === 'add-operation';
  if (id === undefined || rest.length > 0 || isAdding !== (operation !== undefined)) throw new WrongPlan(usage);
  if (command === 'test') return (await testConnector(root, id, { isReal: values.real ?? false })) ? 0 : 1;
  if (command === 'new') {
    newConnector(root, { id, title: values.title ?? id, operations: values.operation ?? [] });
  } else if (isAdding) {
    const { call: calls = [], grant: grants = [], summary } = values;
    writeOperation(root, { connector: id, operation: operation ?? '', calls, grants, summary });
  } else {
    throw new WrongPlan(usage);
  }
  return 0;
}

function isWrongOption(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
