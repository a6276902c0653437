/**
 * `farol connector`: writes the files of a new connector or of one operation, and runs what every connector must pass.
 *
 * Exit codes: 0 done, 1 a test failed, 2 wrong usage.
 */
import path from 'node:path';
import { connectorCommand } from '../src/cli/tree/repository.ts';
import { writeOperation } from './connector/add-operation.ts';
import { newConnector } from './connector/new-connector.ts';
import { NoSample } from './connector/sample.ts';
import { WrongPlan } from './connector/scaffold-plan.ts';
import { testConnector } from './connector/test-connector.ts';

const root = path.resolve(import.meta.dirname, '..');

try {
  await connectorCommand({
    create: (id, { title = id, operation: operations }) => newConnector(root, { id, title, operations }),
    addOperation: (connector, operation, { call: calls, grant: grants = [], summary }) =>
      writeOperation(root, { connector, operation, calls, grants, summary }),
    test: async (id, { real = false }) => {
      if (!(await testConnector(root, id, { isReal: real }))) process.exitCode = 1;
    },
  }).parseAsync();
} catch (error) {
  if (!(error instanceof WrongPlan || error instanceof NoSample)) throw error;
  process.stderr.write(`farol connector: ${error.message}\n`);
  process.exitCode = 2;
}
