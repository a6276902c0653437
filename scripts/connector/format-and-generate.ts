/** What follows every scaffold: the formatter, and the files that derive from manifests and catalog. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** `files` are relative to `root`. @throws when a command fails: the files are then written, and its own message is above. */
export function formatAndGenerate(root: string, files: readonly string[]): void {
  const formatter = path.join(root, 'node_modules/.bin/oxfmt');
  execute(root, [formatter, ...files.filter((file) => file.endsWith('.ts'))]);
  execute(root, [process.execPath, 'scripts/generate.ts']);
}

/** @throws when the command fails: the files are then written, and its own message is above. */
function execute(root: string, [command = '', ...args]: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${path.basename(command)} ended with status ${status}`);
}
