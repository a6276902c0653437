'use strict';
const { inspect } = require('node:util');
const { runInThisContext } = require('node:vm');

// Known functions, each of a kind that V8 treats in its own way. Runs for as many seconds as it is told, or
// until it is killed.

function spin(rounds) {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum = (sum * 31 + i) % 1000003;
  return sum;
}

class Till {
  descend(depth) {
    return depth > 0 ? this.descend(depth - 1) + 1 : spin(3000);
  }
  get balance() {
    return spin(2500);
  }
  static opened() {
    return spin(2600);
  }
}
Till.prototype.assigned = function () {
  return spin(2400);
};

const scale = (factor) =>
  function scaled(rounds) {
    return spin(rounds) * factor;
  };
const byThree = scale(3);

function* yielding() {
  for (let i = 0; i < 3; i++) yield spin(2000);
}

async function awaited() {
  await Promise.resolve();
  return spin(2700);
}

function callingBack() {
  return [1, 2, 3].map(function mapped(n) {
    return spin(700 * n);
  }).length;
}

function called() {
  return [3, 1, 2].sort((left, right) => spin(600) && left - right).length;
}

const evaluated = runInThisContext('(function evaluated(work) { return work(2200); })');

function thrown() {
  try {
    JSON.parse('{"a":', function reviver() {});
  } catch (error) {
    return error.message.length + spin(500);
  }
  return 0;
}

function matching() {
  return /(a+)+b/.test('a'.repeat(8));
}

// Functions of Node itself, written in JavaScript.
function inspecting() {
  return inspect({ bread: [3, 1, 2], milk: { litres: [1, 2] } }).length;
}

// (func (export "loop") (param i32) (result i32) a loop that counts the parameter down)
const bytes = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 3, 2, 1, 0, 7, 8, 1, 4, 108, 111, 111, 112, 0, 0, 10, 21, 1,
  19, 0, 3, 64, 32, 0, 65, 1, 107, 34, 0, 4, 64, 12, 1, 11, 11, 32, 0, 11,
];
const { loop } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports;
function counting() {
  return loop(20000);
}

const till = new Till();
const end = Date.now() + 1000 * Number(process.argv[2] ?? Infinity);
async function serve() {
  while (Date.now() < end) {
    till.descend(12);
    till.assigned();
    Till.opened();
    byThree(2300);
    for (const value of yielding()) if (value < 0) return;
    await awaited();
    callingBack();
    called();
    evaluated(spin);
    thrown();
    matching();
    counting();
    inspecting();
    if (till.balance < 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
void serve();
