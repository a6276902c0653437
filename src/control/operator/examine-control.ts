/** Checks everything that a control plane depends on, whether or not it runs: settings, folder, store, clock, certificate, answer. */
import { type X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { systemClock } from '../../core/clock.ts';
import { createAgents } from '../../core/network-agent.ts';
import { networkCodeOf, networkFault } from '../../core/network-fault.ts';
import { https } from '../../core/node-http.ts';
import type { Redactor } from '../../core/redact.ts';
import type { Diagnosis } from '../../tunnel/doctor/diagnosis.ts';
import { readMark } from '../clock/clock-mark.ts';
import { deriveAddresses } from '../config/addresses.ts';
import { ConfigProblems, type ControlConfig, parseControlConfig } from '../config/config.ts';
import { openStore } from '../store/database.ts';
import { completeFromLastStart, lastStartFile } from './last-start.ts';
import { OperatorProblem, tellOperator } from './operator-problem.ts';

export interface ControlExamination {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  /** Called with the name of the next step. */
  readonly onStep: (step: string) => void;
  /** Leaves out what sends something. */
  readonly isOffline: boolean;
}

const wantedFreeBytes = 500 << 20;
const soonMs = 30 * 86_400_000;
/** Less than this is the work of a time service. */
const aheadMs = 60_000;
const waitMs = 8000;

export async function examineControl({ env, redactor, onStep, isOffline }: ControlExamination): Promise<Diagnosis[]> {
  onStep('settings');
  let config: ControlConfig;
  try {
    config = parseControlConfig(await completeFromLastStart(env));
  } catch (error) {
    return saySettings(error);
  }
  const { dataDir, host, port, tunnelPort } = config;
  const addresses = deriveAddresses(config, { app: port, tunnel: tunnelPort });
  const diagnoses: Diagnosis[] = [
    {
      area: 'configuration',
      subject: 'settings',
      status: 'ok',
      says: `App ${addresses.app}, tunnel ${addresses.tunnel}, bound to ${host}.`,
    },
    ...config.unknown.map((name) => sayUnknown(name)),
    ...examineFolder(dataDir),
  ];
  onStep('store and clock');
  diagnoses.push(...(await examineStore(config)));
  if (isOffline) {
    diagnoses.push({
      area: 'network',
      subject: addresses.app,
      status: 'skipped',
      says: 'Nothing was sent, as requested.',
    });
  } else {
    onStep('answer of the control plane');
    diagnoses.push(...(await examineAnswer(addresses.app, config, env)));
  }
  return redactor.value(diagnoses) as Diagnosis[];
}

function saySettings(error: unknown): Diagnosis[] {
  if (!(error instanceof ConfigProblems) && !(error instanceof OperatorProblem)) throw error;
  const problems = error instanceof ConfigProblems ? error.problems : [error.message];
  return problems.map((says) => ({
    area: 'configuration',
    subject: /FAROL_[A-Z_]+/u.exec(says)?.[0] ?? 'settings',
    status: 'problem',
    says,
    who: 'operator',
    fix: 'Correct it where the control plane gets its variables, and start it again.',
  }));
}

function sayUnknown(name: string): Diagnosis {
  const says = 'It is not a setting of the control plane and has no effect.';
  return {
    area: 'configuration',
    subject: name,
    status: 'warning',
    says,
    who: 'operator',
    fix: 'Correct its spelling or remove it.',
  };
}

function examineFolder(dataDir: string): Diagnosis[] {
  const at = { area: 'store', subject: dataDir } as const;
  if (!existsSync(dataDir)) {
    return [{ ...at, status: 'skipped', says: 'The directory does not exist yet; the first start creates it.' }];
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const says = `${Math.floor(free / (1 << 20))} MiB are free.`;
  if (free >= wantedFreeBytes) return [{ ...at, status: 'ok', says }];
  const fix = 'Free disk space, or lower FAROL_RETENTION_GB: without room nothing can be stored.';
  return [{ ...at, status: free > wantedFreeBytes / 10 ? 'warning' : 'problem', says, who: 'operator', fix }];
}

/** Opening a store that is not there would create it. */
async function examineStore({ dataDir, databaseUrl }: ControlConfig): Promise<Diagnosis[]> {
  const at = { area: 'store', subject: 'store' } as const;
  if (!existsSync(lastStartFile(dataDir))) {
    return [{ ...at, status: 'skipped', says: 'No control plane has started on this data directory yet.' }];
  }
  try {
    const pending: string[] = [];
    const store = await openStore(databaseUrl.reveal(), {
      clock: systemClock,
      onPending: (ids) => pending.push(...ids),
    });
    try {
      if (pending.length > 0) {
        const says = `It opens. The next start of this version migrates it (${pending.join(', ')}): back it up first.`;
        return [{ ...at, status: 'ok', says }];
      }
      const mark = await readMark(store.db);
      const organizations = await store.db.selectFrom('organizations').select('name').execute();
      const says = `It opens; organizations: ${organizations.map(({ name }) => name).join(', ') || 'none'}.`;
      return [{ ...at, status: 'ok', says }, judgeClock(mark?.at)];
    } finally {
      await store.close();
    }
  } catch (error) {
    const fix = 'Do what this says; nothing in the store was changed.';
    return [{ ...at, status: 'problem', says: sayStoreProblem(error), who: 'operator', fix }];
  }
}

function sayStoreProblem(error: unknown): string {
  try {
    return tellOperator(error);
  } catch {
    return `It cannot be opened: ${error instanceof Error ? error.message : 'unknown cause'}.`;
  }
}

function judgeClock(reached: number | undefined): Diagnosis {
  const at = { area: 'clock', subject: 'this machine' } as const;
  const ahead = (reached ?? 0) - systemClock.now();
  if (ahead < aheadMs) return { ...at, status: 'ok', says: 'It is not behind the time of the store.' };
  const says = `The store has already reached a time that is ${Math.round(ahead / 1000)} s ahead of this machine.`;
  const fix = 'Set the clock of this machine. If it was wrongly ahead before: farol control reset-clock.';
  return { ...at, status: 'problem', says, who: 'operator', fix };
}

async function examineAnswer(
  app: string,
  { dataDir, tlsFiles }: ControlConfig,
  env: ControlExamination['env'],
): Promise<Diagnosis[]> {
  const own = path.join(dataDir, 'tls/ca.pem');
  const ca = tlsFiles === undefined && existsSync(own) ? readFileSync(own, 'utf8') : undefined;
  const agents = createAgents({ ca, env });
  const at = { area: 'network', subject: app } as const;
  try {
    const { status, certificate } = await askHealth(new URL('/healthz', app), agents.https);
    const isWell = status === 200;
    const says = isWell
      ? 'The control plane answers at its public address.'
      : `A server answers with status ${status}.`;
    const fix = 'Compare FAROL_PUBLIC_URL with the address of this control plane; look for a proxy in between.';
    return [
      isWell ? { ...at, status: 'ok', says } : { ...at, status: 'problem', says, who: 'operator', fix },
      ...(certificate === undefined ? [] : [judgeCertificate(certificate)]),
    ];
  } catch (error) {
    const code = networkCodeOf(error);
    const says = `It does not answer at its public address (${code}).`;
    const { remedy } = networkFault(code, 'FAROL_PUBLIC_URL', error);
    const fix = code === 'ECONNREFUSED' ? 'Start it; if it does not stay up, its log says why.' : remedy;
    return [{ ...at, status: 'problem', says, who: 'operator', fix }];
  } finally {
    agents.close();
  }
}

function judgeCertificate({ validToDate }: X509Certificate): Diagnosis {
  const at = { area: 'certificate', subject: 'certificate of the control plane' } as const;
  const says = `Valid until ${validToDate.toISOString()}.`;
  if (validToDate.getTime() - systemClock.now() > soonMs) return { ...at, status: 'ok', says };
  const fix = 'Renew the certificate in FAROL_TLS_CERT_FILE; one that it issued itself is renewed at the next start.';
  return { ...at, status: 'warning', says, who: 'operator', fix };
}

function askHealth(
  url: URL,
  agent: ReturnType<typeof createAgents>['https'],
): Promise<{ readonly status: number; readonly certificate: X509Certificate | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = https.get(url, { agent, signal: AbortSignal.timeout(waitMs) }, (response) => {
      const certificate = (response.socket as TLSSocket).getPeerX509Certificate();
      response.resume();
      resolve({ status: response.statusCode ?? 0, certificate });
    });
    sent.on('error', reject);
  });
}
