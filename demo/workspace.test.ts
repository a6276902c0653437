import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { createWorkspace, findFreePort } from './workspace.ts';

describe('the workspace of a demo run', () => {
  test('keeps a private folder from other users and lets them read a shared one', () => {
    const workspace = createWorkspace();
    expect(statSync(workspace.privateFolder('identity', workspace.programs)).mode & 0o777).toBe(0o700);
    expect(statSync(workspace.sharedFolder('data', workspace.programs)).mode & 0o777).toBe(0o755);
    workspace.remove();
    expect(existsSync(workspace.folder)).toBe(false);
  });

  test('finds a port that is free on every address asked for', async () => {
    const port = await findFreePort(['127.0.0.1', '127.0.0.2']);
    for (const address of ['127.0.0.1', '127.0.0.2']) {
      const server = createServer().listen(port, address);
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
    }
    expect(port).toBeGreaterThan(1023);
  });
});
