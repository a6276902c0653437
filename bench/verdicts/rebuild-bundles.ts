/**
 * Makes the bundles of a folder again from the records beside them, after the aggregator has changed.
 *
 * usage: node bench/verdicts/rebuild-bundles.ts --out FOLDER
 */
import { readIndex } from './capture-index.ts';
import { readOptions } from './read-options.ts';
import { readRecord, storeBundle } from './stored-captures.ts';

const { out: folder } = readOptions(process.argv.slice(2), {});

const entries = readIndex(folder);
for (const entry of entries) storeBundle(folder, entry, readRecord(folder, entry));
process.stdout.write(`${entries.length} bundles rebuilt\n`);
