// Busy until it is ended: numbers, text, maps and the event loop.
'use strict';

function collatz(number) {
  let steps = 0;
  for (let at = number; at !== 1; steps++) at = at % 2 === 0 ? at / 2 : 3 * at + 1;
  return steps;
}

function tally(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return JSON.stringify([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function turn(start) {
  const words = [];
  for (let number = 1; number < 4000; number++) words.push(String(collatz(start + number) % 97));
  const text = tally(words);
  setImmediate(turn, (start % 100000) + text.length);
}

process.stdout.write('{"event":"busy"}\n');
turn(1);
