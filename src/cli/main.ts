/**
 * `farol`: one entry for every program. A command loads its part when it is called, so that the Agent never pays for the
 * control plane and `farol --help` starts at once.
 */
import { farolProgram, refuseTokens } from './tree/program.ts';

refuseTokens(process.argv);
await (await farolProgram()).parseAsync();
