/**
 * What the captures of a folder measured, server by server and axis by axis.
 *
 * usage: node bench/verdicts/report-states.ts --out FOLDER
 */
import { readIndex } from './capture-index.ts';
import { readOptions } from './read-options.ts';
import { readBundle } from './stored-captures.ts';
import { tallyStates } from './tally-states.ts';

const { out: folder } = readOptions(process.argv.slice(2), {});

for (const [server, entries] of Map.groupBy(readIndex(folder), (entry) => entry.server)) {
  process.stdout.write(`${server}: ${entries.length} captures\n`);
  for (const tally of tallyStates(entries.map((entry) => readBundle(folder, entry)))) {
    const { axis, complete, partial, missing, selfCostOnly, why } = tally;
    const states = `${complete} complete, ${partial} partial, ${missing} missing`;
    const self = selfCostOnly === 0 ? '' : `; self cost right in ${complete + selfCostOnly}`;
    process.stdout.write(`  ${axis}: ${states}${self}\n`);
    for (const [reason, captures] of why) process.stdout.write(`    ${captures}: ${reason}\n`);
  }
}
