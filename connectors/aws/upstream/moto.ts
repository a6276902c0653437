/** AWS as `moto` plays it: state, paging and the vendor's shapes, on a free loopback port, in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { pythonFolder } from './python-environment.ts';

const startMs = 30_000;

export class Moto {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
  }

  /** @throws when it does not say its address in time; with what it said instead. */
  static async start(): Promise<Moto> {
    const child = spawn(path.join(pythonFolder, 'bin/python'), ['-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'], {
      // Nothing of the machine's own AWS configuration is meant.
      env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', PYTHONUNBUFFERED: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`moto did not start in time: ${said}`)), startMs);
      child.stderr.setEncoding('utf8').on('data', (part: string) => {
        said += part;
        const address = /Running on (http:\/\/127\.0\.0\.1:\d+)/u.exec(said)?.[1];
        if (address === undefined) return;
        clearTimeout(late);
        resolve(address);
      });
      child.once('exit', (status) => reject(new Error(`moto ended with ${status}: ${said}`)));
      child.once('error', reject);
    });
    return new Moto(child, url);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    await ended;
  }
}
