/**
 * A vendor's interface as the npm package `emulate` plays it: a stateful server on loopback that somebody else wrote,
 * so that what a connector sends is judged by more than our own reading of the documentation.
 */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createEmulator, type Emulator, type SeedConfig, type ServiceName } from 'emulate';

export type { Emulator, SeedConfig };

/** Listens on 127.0.0.1 only. The caller closes it. */
export async function startEmulate(service: ServiceName, seed: SeedConfig): Promise<Emulator> {
  const port = await freePort();
  return createEmulator({ service, port, hostname: '127.0.0.1', baseUrl: `http://127.0.0.1:${port}`, seed });
}

/** The package puts its port into the addresses it answers with, so that it must know it before it listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
