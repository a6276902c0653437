/**
 * A vendor's interface as the npm package `emulate` plays it: a stateful server on loopback that somebody else wrote,
 * so that what a connector sends is judged by more than our own reading of the documentation.
 */
import { createEmulator, type Emulator, type SeedConfig, type ServiceName } from 'emulate';
import { findFreePort } from '../../demo/free-ports.ts';

export type { Emulator, SeedConfig };

/** Listens on 127.0.0.1 only. The caller closes it. */
export async function startEmulate(service: ServiceName, seed: SeedConfig): Promise<Emulator> {
  // The package puts its port into the addresses it answers with, so that it must know it before it listens.
  const port = await findFreePort();
  return createEmulator({ service, port, hostname: '127.0.0.1', baseUrl: `http://127.0.0.1:${port}`, seed });
}
