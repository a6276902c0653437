/** Runs the commands of a guide, block by block, in one folder, as a person would paste them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class GuideShell {
  /** Where the next block starts. */
  folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #commands: string;

  /** `commands`: text of programs that replace those of the machine, by name. */
  constructor(folder: string, env: NodeJS.ProcessEnv, commands: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.#commands = path.join(path.dirname(folder), 'commands');
    mkdirSync(this.#commands, { recursive: true });
    for (const [name, text] of Object.entries(commands)) {
      writeFileSync(path.join(this.#commands, name), `#!/bin/bash\nset -eu\n${text}\n`, { mode: 0o755 });
    }
    this.#env = { ...env, PATH: `${this.#commands}:${env['PATH'] ?? ''}` };
  }

  /** @throws Error with what the block wrote when a command of it fails. */
  run(block: string): string {
    const after = path.join(this.#commands, 'folder');
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-eu', '-o', 'pipefail', '-c', `${block}\npwd > "${after}"`],
      {
        cwd: this.folder,
        env: this.#env,
        encoding: 'utf8',
        timeout: 240_000,
      },
    );
    if (status !== 0) throw new Error(`ended with ${status}:\n${block}\n${stdout}${stderr}`);
    this.folder = readFileSync(after, 'utf8').trim();
    return stdout;
  }
}
