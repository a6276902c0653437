import { describe, expect, it } from 'vitest';
import { crashesOfCargo, failuresOfCargo, failuresOfVitest, renderFailure } from './failures.ts';

const cargo = `
running 3 tests
FF.
failures:

---- stacks::below stdout ----
/usr/bin/python3

thread 'stacks::below' (12) panicked at tests/python.rs:222:9:
3 of 60: []
stack backtrace:
   0: __rustc::rust_begin_unwind
   1: core::panicking::panic_fmt

---- others stdout ----

thread 'others' (13) panicked at tests/python.rs:9:9:
two
lines
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace


failures:
    stacks::below
    others

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 58.12s

running 1 test
F
failures:

---- another_program stdout ----
Error: "left"

failures:
    another_program
`;

describe('what failed in a run', () => {
  it('of cargo has the words of each test and no backtrace', () => {
    expect(failuresOfCargo(cargo)).toEqual([
      {
        name: 'stacks::below',
        message: "/usr/bin/python3\n\nthread 'stacks::below' (12) panicked at tests/python.rs:222:9:\n3 of 60: []",
      },
      { name: 'others', message: "thread 'others' (13) panicked at tests/python.rs:9:9:\ntwo\nlines" },
      { name: 'another_program', message: 'Error: "left"' },
    ]);
    expect(failuresOfCargo('running 1 test\n.\ntest result: ok. 1 passed; 0 failed; 0 ignored')).toEqual([]);
  });

  it('of cargo is also a program that ends within its tests', () => {
    const whole = 'running 1 test\n.\ntest result: ok. 1 passed; 0 failed; 0 ignored\n\n';
    expect([crashesOfCargo(''), crashesOfCargo(whole), crashesOfCargo(`${whole}running 2 tests\n.`)]).toEqual([
      0, 0, 1,
    ]);
    // The last program of the sample prints no result.
    expect(crashesOfCargo(cargo)).toBe(1);
  });

  it('of vitest has the tests that failed, and files that did not load', () => {
    const counts = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 };
    const passed = { fullName: 'a b', tags: [], status: 'passed', failureMessages: [] };
    const failed = { fullName: 'a c', tags: [], status: 'failed', failureMessages: ['expected 1 to be 2', 'and more'] };
    const times = { startTime: 0, endTime: 1 };
    const testResults = [
      { name: 'good.test.ts', status: 'passed', message: '', ...times, assertionResults: [passed] },
      { name: 'bad.test.ts', status: 'failed', message: '', ...times, assertionResults: [passed, failed] },
      { name: 'gone.test.ts', status: 'failed', message: 'Cannot find module', ...times, assertionResults: [] },
    ];
    expect(failuresOfVitest({ ...counts, testResults })).toEqual([
      { name: 'bad.test.ts: a c', message: 'expected 1 to be 2\nand more' },
      { name: 'gone.test.ts', message: 'Cannot find module' },
    ]);
  });

  it('is shown by its beginning', () => {
    expect(renderFailure({ name: 'a', message: 'one\ntwo\n' })).toBe('✗ a\n    one\n    two');
    expect(renderFailure({ name: 'a', message: 'x'.repeat(9000) })).toHaveLength('✗ a\n    '.length + 1500 + 2);
  });
});
