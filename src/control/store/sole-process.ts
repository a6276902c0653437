/**
 * The embedded store serves one control plane. A second one on the same file would offer captures and hold
 * tunnels that the first knows nothing of, so it is refused. The lock is the kernel's, held through a file
 * beside the store, and ends with the process however it dies. The command line works beside it.
 */
import { DatabaseSync } from 'node:sqlite';

/** `url`: `sqlite:<file>`; anything else has no such limit. The returned function gives the lock back. @throws Error when another control plane has it. */
export function lockEmbeddedStore(url: string): () => void {
  const file = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ':memory:';
  if (file === ':memory:') return () => undefined;
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (cause) {
    lock.close();
    throw new Error(
      `${file} is used by another control plane. SQLite serves one process: stop the other one, or set FAROL_DATABASE_URL to a postgres:// address to run several replicas.`,
      { cause },
    );
  }
  return () => lock.close();
}
