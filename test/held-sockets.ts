/** Sockets of this machine as the kernel lists them, by the port that accepted them. */
import { readFileSync } from 'node:fs';

const listening = '0A';

/** Remote ports of the accepted connections of a local port that some process still holds. One that only the kernel finishes has no inode. */
export function listHeldSockets(port: number): number[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/u))
      .filter((fields) => fields[1]?.endsWith(suffix) === true && fields[3] !== listening && fields[9] !== '0')
      .map((fields) => Number.parseInt(fields[2]?.split(':')[1] ?? '', 16)),
  );
}
