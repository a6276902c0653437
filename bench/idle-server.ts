/** The other end of the idle peer: WebSockets over TLS on loopback, with a certificate of its own. */
import { chmodSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { WebSocketServer } from 'ws';
import { authorityFile, ensureOwnCertificate } from '../src/control/tls/own-authority.ts';

export interface IdleServer {
  readonly address: string;
  readonly caFile: string;
  /** Resolves when the next client has connected. */
  connected(): Promise<void>;
  close(): void;
}

export async function startIdleServer(workspaceFolder: string): Promise<IdleServer> {
  const folder = path.join(workspaceFolder, 'idle-server');
  const { cert, key, caFile } = await ensureOwnCertificate(
    folder,
    { names: ['127.0.0.1'], now: Date.now() },
    authorityFile(folder),
  );
  // The peer runs as another user; the key stays private to this one by its own mode.
  chmodSync(folder, 0o755);
  chmodSync(caFile, 0o644);
  const server = createServer({ cert, key });
  const sockets = new WebSocketServer({ server });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `wss://127.0.0.1:${port}`,
    caFile,
    connected: () => new Promise((resolve) => sockets.once('connection', () => resolve())),
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.close();
    },
  };
}
