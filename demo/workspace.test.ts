import { existsSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createWorkspace } from './workspace.ts';

describe('the workspace of a demo run', () => {
  test('keeps a private folder from other users and lets them read a shared one', () => {
    const workspace = createWorkspace();
    expect(statSync(workspace.privateFolder('identity', workspace.programs)).mode & 0o777).toBe(0o700);
    expect(statSync(workspace.sharedFolder('data', workspace.programs)).mode & 0o777).toBe(0o755);
    workspace.remove();
    expect(existsSync(workspace.folder)).toBe(false);
  });
});
