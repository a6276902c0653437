'use strict';
const { Worker, isMainThread } = require('node:worker_threads');

// Three threads, each with a heap of its own. Runs until it is killed.

function inWorker(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = (sum * 31 + i) % 1000003;
  return sum;
}

function looping() {
  while (inWorker(3000) >= 0);
}

if (isMainThread) for (let i = 0; i < 3; i++) new Worker(__filename);
else looping();
