// Busy until it is ended: numbers, text, maps and the event loop.
'use strict';

function collatz(number) {
  let steps = 0;
  for (; number !== 1; steps++) number = number % 2 === 0 ? number / 2 : 3 * number + 1;
  return steps;
}

function tally(words) {
  const counts = new Map();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return JSON.stringify([...counts].sort());
}

function turn(start) {
  const words = [];
  for (let number = 1; number < 4000; number++) words.push(String(collatz(start + number) % 97));
  const text = tally(words);
  setImmediate(turn, (start % 100000) + text.length);
}

console.log('{"event":"busy"}');
turn(1);
