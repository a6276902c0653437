/** Which authorities an instance trusts for its control plane, until when, and which of them was replaced. */
import { X509Certificate } from 'node:crypto';
import { fingerprintOf, splitCertificates } from '../../core/pem-certificates.ts';
import { authoritiesPath, type AuthorityLedger } from '../identity/authorities-file.ts';
import type { InstanceConfig } from '../instance/config.ts';
import type { Diagnosis } from './diagnosis.ts';

const soonMs = 30 * 86_400_000;

/** `authorities`: what the control plane announced since this instance enrolled. */
export function examineAuthorities(
  { ca = '', identityDir }: Pick<InstanceConfig, 'ca' | 'identityDir'>,
  { authorities, nowMs }: { readonly authorities: AuthorityLedger | undefined; readonly nowMs: number },
): Diagnosis[] {
  const { trusted, replaced } = authorities?.held() ?? { trusted: [], replaced: [] };
  const ends = new Map(replaced.map(({ fingerprint, until }) => [fingerprint, until]));
  const learnedIn = authoritiesPath(identityDir);
  return [
    ...splitCertificates(ca).map((pem, index) => {
      const subject = `RUNNER_CA_FILE, certificate ${index + 1}`;
      const end = ends.get(fingerprintOf(pem) ?? '');
      return end === undefined
        ? judge(subject, { pem, nowMs, fix: takePresent })
        : judgeReplaced(subject, { end, learnedIn });
    }),
    ...trusted.map((pem, index) =>
      judge(`${learnedIn}, certificate ${index + 1}`, {
        pem,
        nowMs,
        fix: 'Ask the operator of the control plane to replace its authority (farol control rotate-keys --authority).',
      }),
    ),
  ];
}

const takePresent = 'Put the current certificate of the authority into the file of RUNNER_CA_FILE.';

function judge(
  subject: string,
  { pem, nowMs, fix }: { readonly pem: string; readonly nowMs: number; readonly fix: string },
): Diagnosis {
  const at = { area: 'network', subject } as const;
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pem);
  } catch {
    return { ...at, status: 'problem', says: 'It cannot be read as a certificate.', who: 'operator', fix };
  }
  const leftMs = certificate.validToDate.getTime() - nowMs;
  const says = `Valid until ${certificate.validToDate.toISOString()}.`;
  if (leftMs >= soonMs) return { ...at, status: 'ok', says };
  return { ...at, status: leftMs > 0 ? 'warning' : 'problem', says, who: 'operator', fix };
}

function judgeReplaced(
  subject: string,
  { end, learnedIn }: { readonly end: number; readonly learnedIn: string },
): Diagnosis {
  const when = end === 0 ? 'which has expired' : `which expires on ${new Date(end).toISOString()}`;
  return {
    area: 'network',
    subject,
    status: 'warning',
    says: `The control plane replaced this authority, ${when}. This Agent works: it was given the new one (${learnedIn}).`,
    who: 'operator',
    fix:
      'Put the current ca.pem of the control plane into the file of RUNNER_CA_FILE: the next enrolment, and whatever ' +
      'else reads that file, trusts only what it holds.',
  };
}
