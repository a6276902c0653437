/**
 * Takes pairs of the corpus again, as root on a machine that is otherwise quiet: two minutes for each.
 *
 * usage: node test/corpus/take-pairs.ts [ID ...]
 */
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readFigure } from './outside.ts';
import { pairs } from './pairs.ts';
import { storePair } from './stored-pair.ts';
import { takePair } from './take-pair.ts';

const asked = process.argv.slice(2);
const unknown = asked.filter((id) => pairs.every((pair) => pair.id !== id));
if (unknown.length > 0) throw new Error(`no such pair: ${unknown.join(', ')}`);

// Not random: paths of the target are part of what is captured.
const root = path.join(os.tmpdir(), 'farol-corpus');
mkdirSync(root, { recursive: true });

for (const pair of pairs.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  const taken = await takePair(root, pair);
  const bytes = storePair(pair.id, taken);
  const { figure } = pair.size;
  const [before, after] = [taken.outside.before, taken.outside.after].map((side) =>
    side.map((one) => readFigure(figure, one).toPrecision(3)).join(' '),
  );
  process.stdout.write(`${pair.id}: ${figure} ${before} -> ${after}; ${bytes} bytes\n`);
}
