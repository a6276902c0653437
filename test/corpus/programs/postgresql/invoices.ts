/** Starts a database, and the service that asks it as a process of its own: the service is what is captured. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { port, startShopDatabase } from './shop-database.ts';

const Package = z.object({ dependencies: z.record(z.string(), z.string()).default({}) });

// A folder of its own, with the modules that it needs, as an image of a container has it.
const folder = path.join(os.tmpdir(), 'farol-corpus-invoices');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(path.join(import.meta.dirname, 'invoices-service.ts'), path.join(folder, 'invoices.ts'));
copyModule('pg', import.meta.filename);

const { url } = await startShopDatabase({}, []);
const service = spawn(process.execPath, ['invoices.ts', '--port', `${port}`], {
  cwd: folder,
  env: { ...process.env, DATABASE_URL: url },
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.stdout.write(`target ${service.pid}\n`);
const end = (): void => void process.kill(process.pid, 'SIGTERM');
service.once('exit', end);
process.once('SIGTERM', () => service.off('exit', end).kill('SIGKILL'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function copyModule(name: string, from: string): void {
  const to = path.join(folder, 'node_modules', name);
  const paths = createRequire(from).resolve.paths(name) ?? [];
  const source = paths.map((base) => path.join(base, name)).find((base) => hasPackage(base));
  if (source === undefined) throw new Error(`the module ${name} is not installed`);
  cpSync(source, to, { recursive: true, dereference: true });
  const manifest = path.join(source, 'package.json');
  const { dependencies } = Package.parse(createRequire(from)(manifest));
  for (const needed of Object.keys(dependencies)) copyModule(needed, manifest);
}

function hasPackage(folderOfModule: string): boolean {
  try {
    createRequire(import.meta.url).resolve(path.join(folderOfModule, 'package.json'));
    return true;
  } catch {
    return false;
  }
}
