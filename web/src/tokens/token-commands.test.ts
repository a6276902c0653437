import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeTokenCommands } from './token-commands.ts';

const authority = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const origin = 'https://farol.example.com:8444';

/** What a command starts and writes, in a shell whose programs print what they are given. */
function run(command: string): { readonly printed: string; readonly ca: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'farol-command-'));
  const programs = ['curl', 'farol', 'claude']
    .map((name) => `${name}() { echo "ca=$FAROL_CA_FILE node=$NODE_EXTRA_CA_CERTS"; printf '%s\\n' ${name} "$@"; }`)
    .join('\n');
  try {
    const options = { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: folder } } as const;
    const printed = execFileSync('sh', ['-ec', `${programs}\nmkdir -p .codex\n${command}`], options);
    const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    const written = command.includes('~/.codex') ? read('.codex/config.toml') : '';
    return { printed: printed + written, ca: read('ca.pem') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each([
  [
    'capture',
    'curl',
    ['--cacert', 'ca.pem', `${origin}/api/profiling/captures`, 'Bearer secret_1', '"version":"VERSION"'],
  ],
  ['capture', 'farol', ['ca=ca.pem', 'request', '--workload', 'PROCESS', origin]],
  ['read', 'curl', ['--cacert', `${origin}/api/profiling/captures?limit=10`, 'Bearer secret_1']],
  ['read', 'farol', ['ca=ca.pem', 'wait', 'REQUEST_ID', origin]],
  ['read', 'operation', [`${origin}/api/operations/OPERATION`, '{"args":{}}']],
  ['mcp', 'claude', ['/ca.pem', `${origin}/mcp`, 'Authorization: Bearer secret_1']],
  ['mcp', 'codex', [`url = "${origin}/mcp"`, 'bearer_token_env_var = "FAROL_MCP_TOKEN"']],
  ['incident', 'deploy', [`${origin}/api/markers`, '"kind":"deploy"', '"workload":"PROCESS"', 'Bearer secret_1']],
  ['incident', 'incident', ['"kind":"incident"', '"title":"TITLE"']],
] as const)('the command of a new %s token for %s runs in a shell, with all that it needs', (kind, use, texts) => {
  const commands = writeTokenCommands({ kind, value: 'secret_1', origin, authority, scopes: ['operations'] });
  const { printed, ca } = run(commands.find((one) => one.use === use)?.command ?? '');
  expect(texts.filter((text) => !printed.includes(text))).toEqual([]);
  expect(ca).toBe(authority);
});

test('names no authority where the certificate is trusted already, and no operation without a scope', () => {
  const commands = (['capture', 'read', 'mcp', 'incident'] as const).flatMap((kind) =>
    writeTokenCommands({ kind, value: 'secret_1', origin, authority: undefined, scopes: [] }),
  );
  expect(commands.filter(({ command }) => command.includes('ca.pem'))).toEqual([]);
  expect(commands.some(({ use }) => use === 'operation')).toBe(false);
});
