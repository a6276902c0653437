/** What every service of this folder is started with, and how it says that it listens. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Router } from './vendor/small-router/index.ts';

const options = parseArgs({ options: { port: { type: 'string' }, upstream: { type: 'string' } } }).values;

/** The second of the two versions is running. */
export const second = process.env['CORPUS_VERSION'] === '2';

/** HOST:PORT of the peer that the service asks. */
export const upstream = options.upstream ?? '';

export function start(router: Router): void {
  router.listen(Number(options.port), () => process.stdout.write('ready\n'));
}

/** A folder beside the program, which is removed when the service is asked to end. */
export function makeFolder(): string {
  const folder = path.join(import.meta.dirname, 'data');
  mkdirSync(folder);
  process.once('SIGTERM', () => {
    rmSync(folder, { recursive: true });
    process.exit();
  });
  return folder;
}
