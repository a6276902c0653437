/** The entry of the Agent's image: nothing of the command line and nothing of the control plane. */
import { runAgent } from './main.ts';

process.exitCode = await runAgent(process.env);
