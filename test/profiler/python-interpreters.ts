/**
 * The Python interpreters that the collector is tested against beside Debian's: the ones that a library for Go
 * carries in its module, and one older than those that a library for Java has, stripped. Installed once, under the
 * version of the interpreter.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { verifyDownload } from '../../scripts/verify-download.ts';
import { findGo } from '../../connectors/eks/upstream/cluster/control-plane-binaries.ts';

interface Interpreter {
  readonly version: string;
  readonly module: string;
  /** Checksum of the module, as Go states it. */
  readonly sum: string;
}

const library = 'github.com/kluctl/go-embed-python';
const interpreters: readonly Interpreter[] = [
  {
    version: '3.10.16',
    module: `${library}@v0.0.0-3.10.16-20241219-1`,
    sum: 'h1:bfJRrtWlbdrPtwXXXZzA95yj2Pr9AvSbxDEm8YvbaP0=',
  },
  {
    version: '3.12.3',
    module: `${library}@v0.0.0-3.12.3-20240415-1`,
    sum: 'h1:IX2O3LJUL0AjYsROGZ4aNENTEb3c/Ll/0b9Yb/8P61Q=',
  },
  {
    version: '3.13.1',
    module: `${library}@v0.0.0-3.13.1-20241219-1`,
    sum: 'h1:x1cSEj4Ug5mpuZgUHLvUmlc5r//KHFn6iYiRSrRcVy4=',
  },
  {
    version: '3.14.6',
    module: `${library}@v0.0.0-3.14.6-20260610-1`,
    sum: 'h1:oGUS7++Wm3LgxUfD6AmJgKbKQD2wdQFO9PzyJv6T+E4=',
  },
];

/** Of Maven Central, for x86-64 only. */
const oldest = { version: '3.9.6', artifact: 'org.bytedeco:cpython:3.9.6-1.5.6:jar:linux-x86_64' };
const oldestFile = 'org/bytedeco/cpython/3.9.6-1.5.6/cpython-3.9.6-1.5.6-linux-x86_64.jar';

const kept = path.resolve(import.meta.dirname, '../../.farol');
const architecture = process.arch === 'arm64' ? 'linux-arm64' : 'linux-amd64';

/** Made under another name first, so that an interrupted installation is never taken for a whole one. Tells `say` how far it is. */
export function installInterpreters(say: (line: string) => void): void {
  const missing = interpreters.filter(({ version }) => !existsSync(folderOf(version)));
  if (missing.length === 0) return;
  const making = path.join(kept, `python-making-${process.pid}`);
  mkdirSync(making, { recursive: true });
  try {
    const go = findGo(making, say);
    for (const interpreter of missing) install(interpreter, { go, making, say });
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** The one of the library for Java, which only the deep tests use. Needs Maven and unzip. */
export function installOldestInterpreter(): void {
  if (architecture !== 'linux-amd64' || existsSync(folderOf(oldest.version))) return;
  const making = path.join(kept, `python-making-${process.pid}`);
  mkdirSync(making, { recursive: true });
  try {
    const repository = path.join(making, 'repository');
    const options = ['-q', '-B', `-Dmaven.repo.local=${repository}`, '-Dtransitive=false'];
    execFileSync('mvn', ['dependency:get', ...options, `-Dartifact=${oldest.artifact}`], { stdio: 'inherit' });
    const file = path.join(repository, oldestFile);
    verifyDownload(file);
    execFileSync('unzip', ['-q', file, 'org/*', '-d', making]);
    const folder = path.join(making, 'org/bytedeco/cpython/linux-x86_64');
    execFileSync('chmod', ['-R', 'a+rx', path.join(folder, 'bin')]);
    renameSync(folder, folderOf(oldest.version));
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

interface Installation {
  readonly go: string;
  readonly making: string;
  readonly say: (line: string) => void;
}

function install({ version, module, sum }: Interpreter, { go, making, say }: Installation): void {
  say(`taking Python ${version} from the module ${module}`);
  const answer = execFileSync(go, ['mod', 'download', '-json', module], {
    cwd: making,
    encoding: 'utf8',
    env: { ...process.env, GOTOOLCHAIN: 'local', GOWORK: 'off' },
  });
  const { Dir, Sum } = JSON.parse(answer) as { Dir: string; Sum: string };
  if (Sum !== sum) throw new Error(`${module} has the checksum ${Sum}, and ${sum} is expected.`);
  const folder = path.join(making, version);
  cpSync(path.join(Dir, 'python/internal/data', architecture), folder, { recursive: true });
  // A module's files may not be written to, and neither may a copy of them.
  execFileSync('chmod', ['-R', 'u+w', folder]);
  unpack(folder);
  execFileSync('chmod', ['-R', 'a+rx', path.join(folder, 'bin')]);
  renameSync(folder, folderOf(version));
}

/** Large files of the module are compressed one by one. */
function unpack(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || !entry.name.endsWith('.gz')) continue;
    writeFileSync(file.slice(0, -'.gz'.length), gunzipSync(readFileSync(file)));
    rmSync(file);
  }
}

const folderOf = (version: string): string => path.join(kept, `python-${version}`);

if (import.meta.main) {
  installInterpreters((line) => process.stderr.write(`${line}\n`));
  installOldestInterpreter();
}
