import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { farolUser } from '../../../scripts/release/base-files.ts';
import { controllerOf, parseManifests, readManifest } from './read-manifests.ts';

test('the folder of the node is given to the user of the Profiler once, with no capability but CHOWN', () => {
  const daemon = parseManifests(readManifest('profiler-daemonset.yaml')).find(({ kind }) => kind === 'DaemonSet');
  const [init] = daemon === undefined ? [] : controllerOf(daemon).template.spec.initContainers;
  expect(init?.securityContext).toMatchObject({
    runAsUser: 0,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'], add: ['CHOWN'] },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'farol-node-folder-'));
  try {
    chmodSync(folder, 0o755);
    const [, flag = '', script = ''] = init?.command ?? [];
    const privileges = ['--bounding-set=-all,+chown', '--inh-caps=-all', '--no-new-privs'];
    const run = (): unknown =>
      execFileSync('setpriv', [
        ...privileges,
        process.execPath,
        flag,
        script.replaceAll("'/identity'", JSON.stringify(folder)),
      ]);
    run();
    const facts = (): number[] => [statSync(folder).uid, statSync(folder).gid, statSync(folder).mode & 0o777];
    expect(facts()).toEqual([farolUser.id, farolUser.id, 0o700]);
    // At every later start it finds the folder as it must be.
    run();
    expect(facts()).toEqual([farolUser.id, farolUser.id, 0o700]);
  } finally {
    chownSync(folder, 0, 0);
    rmSync(folder, { recursive: true });
  }
});
