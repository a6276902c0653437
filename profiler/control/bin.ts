/** The entry of the Profiler's image: nothing of the command line and nothing of the connectors. */
import { runProfiler } from './main.ts';

process.exitCode = await runProfiler(process.env);
