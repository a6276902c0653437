/**
 * `farol`: one entry for every program. A command loads its part when it is called, so that the Agent never pays for the
 * control plane and `farol --help` starts at once.
 */
import path from 'node:path';
import { runAsUnit } from './setup/as-unit.ts';
import { farolProgram, refuseTokens } from './tree/program.ts';

refuseTokens(process.argv);
// Above the compiled files.
const status = runAsUnit(path.resolve(import.meta.dirname, '../../..'), process.argv.slice(2));
if (status === undefined) await (await farolProgram()).parseAsync();
else process.exitCode = status;
