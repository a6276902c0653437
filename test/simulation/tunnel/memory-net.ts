/**
 * A network that delays, loses, repeats and swaps frames, leaves connections half open, and holds an
 * adversary who keeps every signed command and plays it back with correct frame numbers.
 */
import type { Net, Wire, WireEvents } from '../../../src/tunnel/session/ports.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface NetFaults {
  /** Probability for each frame. */
  readonly drop: number;
  readonly duplicate: number;
  readonly reorder: number;
  /** Probability for each frame that the connection goes silent for good, without a close. */
  readonly halfOpen: number;
  readonly replay: number;
  readonly latencyMs: number;
  /** Probability that one direction stalls for up to 20 s before it goes on. */
  readonly stall: number;
  /** Probability that the instance loses a connection while its hello is still on the way and arrives seconds later. */
  readonly lateHello: number;
}

export const calmNet: NetFaults = {
  drop: 0,
  duplicate: 0,
  reorder: 0,
  halfOpen: 0,
  replay: 0,
  stall: 0,
  lateHello: 0,
  latencyMs: 20,
};

interface End {
  events: WireEvents | undefined;
  isOpen: boolean;
  /** Time before which nothing more may arrive here, so that order is kept. */
  lastArrival: number;
}

export type Listener = (wire: Wire) => WireEvents;

/** Where connections arrive at one control plane. */
export interface Door {
  /** Undefined while it is down. */
  listener: Listener | undefined;
  /** How what arrives reaches the process behind it. */
  deliver(run: () => void): void;
}

export class MemoryNet {
  readonly #time: VirtualTime;
  readonly #random: SeededRandom;
  readonly #commands: string[] = [];
  /** Every connection that may still carry something. */
  readonly #connections = new Set<Connection>();
  faults: NetFaults = calmNet;
  /** Probability that the other side hears of the end of a process. */
  toldOfEnd = 0.5;
  /** Of every control plane; whoever dials reaches one of them, as through a balancer that does not look. */
  readonly doors: Door[] = [];

  constructor(time: VirtualTime, random: SeededRandom) {
    this.#time = time;
    this.#random = random;
  }

  get random(): SeededRandom {
    return this.#random;
  }

  get time(): VirtualTime {
    return this.#time;
  }

  /** The network as one process sees it. A process that has crashed hears nothing more. */
  attach(isCrashed: () => boolean): Net {
    return {
      dial: (listen, signal) =>
        new Promise((resolve, reject) => {
          this.#time.schedule(this.delayMs(), () => {
            if (signal.aborted || isCrashed()) return;
            const door = this.#pickDoor();
            if (door?.listener === undefined) {
              // Half of the time nobody even says that nobody is there.
              if (this.#random.chance(0.5)) reject(new Error('refused'));
              return;
            }
            const connection = new Connection(this, door, isCrashed);
            this.#connections.add(connection);
            connection.open(listen, door.listener);
            resolve();
          });
        }),
    };
  }

  #pickDoor(): Door | undefined {
    const { doors } = this;
    return doors.length > 1 ? doors[this.#random.between(0, doors.length - 1)] : doors[0];
  }

  delayMs(): number {
    return 1 + this.#random.between(0, this.faults.latencyMs);
  }

  /** One side's process is gone. The other hears of it, or does not. */
  cutAll(side: 'client' | 'server', isOf: (connection: Connection) => boolean = () => true): void {
    for (const connection of this.#connections) {
      if (!isOf(connection)) continue;
      this.#connections.delete(connection);
      connection.cut(side, this.#random.chance(this.toldOfEnd));
    }
  }

  /** Keeps signed commands; sometimes returns an old one to be slipped in. */
  overhear(text: string): string | undefined {
    if (text.includes('"t":"request"') && text.includes('"proof"')) this.#commands.push(text);
    if (this.#commands.length === 0 || !this.#random.chance(this.faults.replay)) return undefined;
    return this.#commands[this.#random.between(0, this.#commands.length - 1)];
  }
}

export class Connection {
  readonly door: Door;
  readonly #net: MemoryNet;
  readonly #isClientCrashed: () => boolean;
  readonly #client: End = { events: undefined, isOpen: true, lastArrival: 0 };
  readonly #server: End = { events: undefined, isOpen: true, lastArrival: 0 };
  #isSilent = false;
  /** How many frames the adversary added towards the client. */
  #added = 0;

  constructor(net: MemoryNet, door: Door, isClientCrashed: () => boolean) {
    this.#net = net;
    this.door = door;
    this.#isClientCrashed = isClientCrashed;
  }

  get isClientCrashed(): boolean {
    return this.#isClientCrashed();
  }

  open(listen: (wire: Wire) => WireEvents, accept: Listener): void {
    const toServer = this.#wire(this.#client, this.#server, (text) => [text]);
    const toClient = this.#wire(this.#server, this.#client, (text) => this.#renumber(text));
    this.#client.events = listen(toServer);
    this.#server.events = accept(toClient);
  }

  cut(side: 'client' | 'server', isTold: boolean): void {
    const [gone, left] = side === 'client' ? [this.#client, this.#server] : [this.#server, this.#client];
    gone.isOpen = false;
    if (isTold) this.#arrive(left, (events) => this.#closeEnd(left, events));
    else this.#isSilent = true;
  }

  #wire(from: End, to: End, onTheWay: (text: string) => readonly string[]): Wire {
    return {
      send: (text) => {
        if (!from.isOpen) return;
        for (const frame of onTheWay(text)) this.#carry(to, frame);
      },
      close: () => {
        if (!from.isOpen) return;
        from.isOpen = false;
        this.#arrive(to, (events) => this.#closeEnd(to, events));
      },
    };
  }

  /** Adds an overheard command now and then; frames after it get their numbers moved up. */
  #renumber(text: string): string[] {
    const moved = this.#added === 0 ? text : withNumber(text, numberOf(text) + this.#added);
    const old = this.#net.overhear(text);
    if (old === undefined) return [moved];
    this.#added += 1;
    return [moved, withNumber(old, numberOf(moved) + 1)];
  }

  #carry(to: End, text: string): void {
    const { faults, random } = this.#net;
    if (random.chance(faults.halfOpen)) this.#isSilent = true;
    if (random.chance(faults.drop)) return;
    if (text.includes('"t":"hello"') && random.chance(faults.lateHello)) {
      to.lastArrival = this.#net.time.now + random.between(2_000, 9_000);
      this.#arrive(this.#client, (events) => this.#closeEnd(this.#client, events));
    }
    if (random.chance(faults.stall)) to.lastArrival = this.#net.time.now + random.between(0, 20_000);
    const copies = random.chance(faults.duplicate) ? 2 : 1;
    const keepsOrder = !random.chance(faults.reorder);
    for (let copy = 0; copy < copies; copy += 1) this.#arrive(to, (events) => events.onText(text), keepsOrder);
  }

  #arrive(to: End, tell: (events: WireEvents) => void, keepsOrder = true): void {
    const soonest = this.#net.time.now + this.#net.delayMs();
    const at = keepsOrder ? Math.max(soonest, to.lastArrival) : soonest;
    if (keepsOrder) to.lastArrival = at;
    const arrive = (): void => {
      if (to.isOpen && !this.#isSilent && to.events !== undefined) tell(to.events);
    };
    const isAtServer = to === this.#server;
    this.#net.time.schedule(at - this.#net.time.now, isAtServer ? () => this.door.deliver(arrive) : arrive);
  }

  #closeEnd(end: End, events: WireEvents): void {
    end.isOpen = false;
    events.onClose('lost');
  }
}

function numberOf(text: string): number {
  return Number(/^\{"n":(\d+),/u.exec(text)?.[1]);
}

function withNumber(text: string, number: number): string {
  return text.replace(/^\{"n":\d+,/u, `{"n":${number},`);
}
