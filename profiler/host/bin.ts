/** The entry of the Profiler's image: nothing of the command line and nothing of the connectors. */
import { runProfiler } from './main.ts';

// A call that was given up may still hold a timer.
process.exit(await runProfiler(process.env));
