/** One enrolled instance on the product's own tunnel client, with its generations in memory instead of on a disk. */
import { openLog } from '../../src/control/http/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Secret } from '../../src/core/secret.ts';
import { createSignerOf, verifyEd25519 } from '../../src/tunnel/identity/key-pair.ts';
import { runTunnelClient } from '../../src/tunnel/instance/tunnel-client.ts';
import type { TunnelClient } from '../../src/tunnel/port.ts';
import type { GenerationLedger } from '../../src/tunnel/session/client-session.ts';
import { CommandGuard } from '../../src/tunnel/session/command.ts';
import type { CommandKeyring } from '../../src/tunnel/session/pinned-keys.ts';
import { systemRandom, toBase64Url } from '../../src/tunnel/session/ports.ts';
import { machineMs } from './machine-time.ts';
import type { SimulatedInstance } from './population.ts';
import type { SimulatedDoor } from './simulated-door.ts';
import type { SimulatedWork } from './simulated-work.ts';

const log = openLog('fatal');

export class RunningInstance {
  readonly #of: SimulatedInstance;
  #client: TunnelClient | undefined;
  /** Where its last connection went. */
  port = 0;
  liveAt: number | undefined;
  ended: { readonly at: number; readonly code: string } | undefined;

  constructor(of: SimulatedInstance) {
    this.#of = of;
  }

  get isLive(): boolean {
    return this.#client?.state().state === 'live';
  }

  get isStopped(): boolean {
    return this.#client?.state().state === 'stopped';
  }

  start(door: SimulatedDoor, localAddress: string, work: SimulatedWork): void {
    const { organization, instance, class: instanceClass, publicKey, privateKey, commandKey } = this.#of;
    const client = runTunnelClient({
      identity: {
        organization,
        instance,
        class: instanceClass,
        signer: createSignerOf({ publicKey, privateKey: new Secret(privateKey) }),
        keyring: pinOnly(commandKey),
        ledger: memoryLedger(),
      },
      versions: { [instanceClass]: '1.2.3' },
      ...(instanceClass === 'profiler' && { targets: 1 }),
      handlers: work.handlersOf(`${organization} ${instance}`, instance, () => client),
      clock: systemClock,
      log,
      net: door.netFrom(localAddress, (port) => (this.port = port)),
      random: systemRandom,
      verify: verifyEd25519,
      makeGuard: (address, by) => new CommandGuard(address, by),
    });
    this.#client = client;
    client.onState((state) => {
      if (state.state === 'live') this.liveAt = machineMs();
      else if (state.state === 'waiting' || state.state === 'stopped') {
        const code = state.state === 'waiting' ? state.because : state.code;
        this.ended = { at: machineMs(), code };
      }
    });
  }
}

function memoryLedger(): GenerationLedger {
  let [claimed, committed, lineage] = [0, 0, drawLineage()];
  return {
    begin: () => {
      claimed += 1;
      return Promise.resolve({ generation: claimed, committed, lineage });
    },
    commit: (generation) => {
      if (generation !== claimed) return Promise.reject(new Error('A later claim has overtaken this commit.'));
      [committed, lineage] = [generation, drawLineage()];
      return Promise.resolve();
    },
  };
}

function drawLineage(): string {
  return toBase64Url(systemRandom.bytes(32));
}

function pinOnly(current: string): CommandKeyring {
  const nothing = (): Promise<void> => Promise.resolve();
  return { pinned: () => ({ current, previous: undefined }), learn: nothing, settle: nothing };
}
