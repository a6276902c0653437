/** The entry of the program `witness`. */
import { runWitness } from './main.ts';

await runWitness(process.argv.slice(2));
