import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { MarkerBody } from '../../../src/control/markers/marker-body.ts';
import { renderMarker } from './render-marker.ts';

const facts = {
  origin: 'https://farol.example.test:8444',
  workload: "checkout's api",
  env: 'production',
  version: '2.14.0',
  ownAuthority: true,
};

/** The arguments that a shell reads from the command. */
function argumentsOf(command: string): string[] {
  const { stdout } = spawnSync('/bin/sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' });
  return stdout.split('\n');
}

test('sends what the control plane accepts once the time is filled in, and holds no token', () => {
  const read = argumentsOf(renderMarker(facts));
  expect(read).toContain('@token.txt');
  expect(read).toContain('https://farol.example.test:8444/api/markers');
  const body = read[read.indexOf('--json') + 1]?.replace('YYYY-MM-DDTHH:MM:SSZ', '2026-11-20T09:00:00Z') ?? '';
  const { workload, env, version } = facts;
  expect(MarkerBody.parse(JSON.parse(body))).toMatchObject({ kind: 'deploy', key: version, workload, env, version });
});

test('names neither an environment without a name nor an authority that is not its own', () => {
  const command = renderMarker({ ...facts, env: '', ownAuthority: false });
  expect(command).not.toContain('env');
  expect(command).not.toContain('--cacert');
});
