/** The shells themselves, with what `farol completion` prints. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type Shell = 'bash' | 'zsh' | 'fish';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'farol-completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const args = [path.resolve('src/cli/main.ts'), 'completion', shell];
    writeFileSync(path.join(folder, shell), execFileSync(process.execPath, args));
  }
  writeFileSync(path.join(folder, 'allow.json'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How each shell is asked what it offers for the line that ends with the last word. */
const ask: Readonly<Record<Shell, (words: readonly string[]) => string>> = {
  bash: (words) => `source ./bash
    COMP_WORDS=(${words.map(quote).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    compopt() { [ "$*" = '-o default' ] && COMPREPLY=(*); [ "$*" = '-o dirnames' ] && COMPREPLY=(*/); }
    _farol; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // The function runs for real; what it hands to the editor is printed instead.
  zsh: (words) => `compdef() { :; }; compset() { PREFIX=\${PREFIX#*=}; }
    _describe() { for one in "\${(@P)2}"; do offer "\${one%%:*}"; done; }; compadd() { shift; for one in "$@"; do offer $one; done; }
    _files() { for one in *; do offer $one; done; }
    offer() { [[ $1 == $PREFIX* ]] && print -r -- $1; return 0; }
    source ./zsh; words=(${words.map(quote).join(' ')}); CURRENT=$#words; PREFIX=$words[-1]; _farol`,
  fish: (words) => `source ./fish; complete -C ${quote(words.join(' '))}`,
};

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

function offered(shell: Shell, ...words: string[]): string[] {
  const rest = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell];
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder };
  const ended = spawnSync(shell, [...rest, '-c', ask[shell](['farol', ...words])], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect([ended.error, ended.stderr]).toEqual([undefined, '']);
  return ended.stdout
    .split('\n')
    .flatMap((line) => line.split('\t')[0] || [])
    .toSorted();
}

/** For bash the equals sign is a word, so that a test of its own asks. */
const ofEquals: Readonly<Record<Shell, readonly string[]>> = { bash: [], zsh: ['head'], fish: ['--kind=head'] };

describe.each(['bash', 'zsh', 'fish'] as const)('the completion of %s', (shell) => {
  test.each([
    [['ca'], ['capture', 'catalog']],
    [
      ['capture', ''],
      ['diff', 'gate', 'request', 'show', 'wait'],
    ],
    [['capture', 'diff', '--ma'], ['--markdown']],
    [
      ['capture', 'request', '--kind', ''],
      ['head', 'replicate'],
    ],
    [['capture', 'request', '--kind=h'], ofEquals[shell]],
    [['capture', 'request', '--version', ''], []],
    [['run', 'compute.listKeyP'], []],
    [['run', 'deploy.listPro'], ['deploy.listProjects']],
    [['catalog', 'metrics.q'], ['metrics.query']],
    [['health', '--connector', 'graf'], ['grafana']],
    [['policy', 'print', 'vault'], ['vault-secret-store']],
    [['control', 'rotate-keys', '--lost', 'a'], ['authority']],
    [['policy', 'for', '--enabled', 'all'], ['allow.json']],
    [['catalog', 'diff', 'all'], ['allow.json']],
  ])('offers for %j', (words, expected) => {
    const found = offered(shell, ...words);
    // The shell itself picks of the files in bash.
    const last = words.at(-1) ?? '';
    expect(shell === 'bash' ? found.filter((one) => one.startsWith(last)) : found).toEqual(expected);
  });
});

test('bash completes a value after an equals sign, which is a word of its own', () => {
  expect(offered('bash', 'capture', 'request', '--kind', '=', 'h')).toEqual(['head']);
  expect(offered('bash', 'capture', 'request', '--kind', '=')).toEqual(['head', 'replicate']);
});
