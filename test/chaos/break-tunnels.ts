/** Breaks connections of many Agents while they answer, with a real control plane, and counts what became of the questions. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineMs } from '../../bench/fleet/machine-time.ts';
import { ControlApi } from '../../src/control/api/api-client.ts';
import { BootstrapTokenStore } from '../../src/control/enrolment/bootstrap-tokens.ts';
import { FairGate } from '../../src/control/peers/fair-gate.ts';
import { openStore, type Store } from '../../src/control/store/database.ts';
import { systemClock } from '../../src/core/clock.ts';
import { ControlProcess } from '../control-process.ts';
import { Callers, type Count } from './callers.ts';
import { Fleet, type Recovery } from './fleet.ts';
import type { Break } from './link.ts';
import { ThirdParty } from './third-party.ts';

export interface ChaosSize {
  readonly drops: number;
  readonly requests: number;
}

export interface ChaosReport {
  readonly counts: ReadonlyMap<Break, Count>;
  readonly recoveries: readonly Recovery[];
  readonly complaints: readonly string[];
  /** Instances that a drop made look like a clone, or worse. */
  readonly lockedOrRevoked: number;
  readonly seconds: number;
}

/** Noticed at once, so that one Agent goes through many of them. */
const quick = ['reset', 'end', 'control plane half-open'] as const;
/** Noticed by silence: once for each Agent. */
const silent = ['blackhole', 'instance half-open'] as const;
const silentPart = 0.06;
/** Few enough that all of them wait for silent Agents at once without using up the connections of one address. */
const requestsOfSilent = 2;
/** The waits between attempts grow over four, start over and grow again. */
const rounds = 8;
const pauseMs = 500;
const settlingMs = 11_000;
/** Drops come at the same pace however many there are. */
const startEveryMs = 450;
/** Quick ones under way, with their questions: one address may hold 512 connections. */
const mostAtOnce = 20;

export async function breakTunnels({ drops, requests }: ChaosSize): Promise<ChaosReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'farol-chaos-'));
  const control = await ControlProcess.prepare(folder);
  const ownerLink = await control.start();
  const store = await openStore(`sqlite:${path.join(folder, 'farol.db')}`, { clock: systemClock });
  const fleet = new Fleet();
  const api = new ControlApi(control.app, control.caPem);
  const party = await ThirdParty.start();
  try {
    const plan = planDrops(drops, requests);
    await api.signIn(ownerLink);
    await fleet.start([...plan.keys()], Number(control.tunnel.port), {
      folder,
      enrollUrl: `${control.app}/enroll`,
      ca: control.caPem,
      token: await mint(store, plan.size),
      upstream: party.url,
    });
    const startedAt = machineMs();
    const callers = new Callers(api, party);
    const recoveries: Recovery[] = [];
    const gate = new FairGate({ slots: () => mostAtOnce, maxWaiting: drops, busy: 'More drops than were planned.' });
    const ofOne = async ([instance, own]: [string, readonly PlannedDrop[]], at: number): Promise<void> => {
      await fleet.firstLive(instance);
      if (own.length > 1) await sleep(at * startEveryMs);
      for (const [round, drop] of own.entries()) {
        if (round > 0) await sleep(round === rounds / 2 ? settlingMs : pauseMs);
        const breaking = (): Promise<Recovery> => breakOnce(instance, drop, { fleet, callers });
        recoveries.push(await (own.length > 1 ? gate.run('', breaking) : breaking()));
      }
    };
    await Promise.all([...plan].map(ofOne));
    await callers.settled();
    const standings = await store.db.selectFrom('instances').select(['locked_at', 'revoked_at']).execute();
    return {
      counts: callers.counts,
      recoveries,
      complaints: callers.complaints,
      lockedOrRevoked: standings.filter((one) => one.locked_at !== null || one.revoked_at !== null).length,
      seconds: (machineMs() - startedAt) / 1000,
    };
  } finally {
    api.close();
    await fleet.stop();
    await store.close();
    await control.kill();
    party.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface PlannedDrop {
  readonly how: Break;
  readonly requests: number;
}

/** The drops of each Agent in their order. Those that go through many come first. */
function planDrops(drops: number, requests: number): ReadonlyMap<string, readonly PlannedDrop[]> {
  const ofSilentWay = Math.max(1, Math.round(drops * silentPart));
  const quickDrops = drops - ofSilentWay * silent.length;
  const quickRequests = requests - ofSilentWay * silent.length * requestsOfSilent;
  const plan = new Map<string, readonly PlannedDrop[]>();
  for (let first = 0; first < quickDrops; first += rounds) {
    const numbers = Array.from({ length: Math.min(rounds, quickDrops - first) }, (_, at) => first + at);
    const share = (number: number): number => Math.floor((number * quickRequests) / quickDrops);
    const own = numbers.map((number): PlannedDrop => ({
      how: quick[number % quick.length] ?? 'reset',
      requests: share(number + 1) - share(number),
    }));
    plan.set(`quick-${first / rounds}`, own);
  }
  for (const how of silent) {
    for (let at = 0; at < ofSilentWay; at += 1) {
      plan.set(`${how.replaceAll(' ', '-')}-${at}`, [{ how, requests: requestsOfSilent }]);
    }
  }
  return plan;
}

/** Half of the questions are being answered when the connection breaks, the others come while it is gone. */
async function breakOnce(
  instance: string,
  { how, requests }: PlannedDrop,
  { fleet, callers }: { fleet: Fleet; callers: Callers },
): Promise<Recovery> {
  const before = Math.ceil(requests / 2);
  const asked = Array.from({ length: before }, () => callers.ask(instance, how));
  await Promise.all(asked.map(({ arrived }) => arrived));
  const recovering = fleet.breakAndWait(instance, how);
  while (asked.length < requests) asked.push(callers.ask(instance, how));
  const recovery = await recovering;
  await Promise.all(asked.map(({ ended }) => ended));
  return recovery;
}

async function mint(store: Store, uses: number): Promise<string> {
  const { id } = await store.db.selectFrom('organizations').select('id').executeTakeFirstOrThrow();
  const wanted = { organization: id, class: 'agent', name: 'fleet', createdBy: 'test', expiresInHours: 1 } as const;
  return (await new BootstrapTokenStore(store, systemClock).create({ ...wanted, uses })).value.reveal();
}
