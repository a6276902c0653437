/**
 * What keeps an Agent or a Profiler from working, as the operator meets it: the first line of the log, and what to do.
 * The guide is made from this table, and `test/trouble` provokes each row and compares what the programs say.
 */
import { installLater } from '../../../src/agent/audit/audit-line.ts';
import { enrolmentRemedies } from '../../../src/tunnel/instance/enrolment-refused.ts';
import {
  explainAnswer,
  explainConnection,
  setClock,
  type Tried,
} from '../../../src/tunnel/instance/connection-problem.ts';
import { makeRoom, newerFormat, problemOfRead, problemOfWrite } from '../../../src/tunnel/identity/identity-problem.ts';
import { clockByServer } from '../../../src/tunnel/doctor/examine-network.ts';
import { restoreAlone } from '../../../src/tunnel/identity/identity-file.ts';
import { otherVersion, refusals } from '../../../src/tunnel/session/refusal.ts';
import { tunnelVersion } from '../../../src/tunnel/session/frame.ts';

export interface Situation {
  readonly title: string;
  /** `msg` of the first warning or error; of a program that refuses to boot, its first problem. `…` is filled in. */
  readonly line: string;
  /** `code` in the same line; undefined for a refusal to boot. */
  readonly code?: RegExp | string;
  /** What to do, in the words of the log and of the doctor; `…` is filled in. */
  readonly act: string;
  /** Where the doctor finds out more than the log can know. */
  readonly examined?: string;
  /** The program ends with this code; it runs on and tries again otherwise. */
  readonly ends?: number;
}

const unconnected = 'tunnel is not connected';
const stopped = 'tunnel stopped';
/** The Agent says it; a Profiler says `the profiler failed`. */
const failed = 'the agent failed';
const file = '/var/lib/farol/identity.json';

const samples: Tried = {
  variable: 'RUNNER_TUNNEL_URL',
  url: new URL('https://farol.example.com:8444'),
  nowMs: 0,
  proxy: undefined,
  isEnrolled: true,
};

function actOn(code: string, { proxy, ...details }: { proxy?: string; statusCode?: number } = {}): string {
  return blank(explainConnection(Object.assign(new Error(code), { code, ...details }), { ...samples, proxy }).remedy);
}

/** Without what is filled in. */
function blank(words: string): string {
  return words.replaceAll(/RUNNER_TUNNEL_URL|farol\.example\.com(?::\d+)?|chown -R \d+ \S+(?=\.)/gu, (found) =>
    found.startsWith('chown') ? 'chown -R …' : '…',
  );
}

function refusedAct(code: string): string {
  const remedy = enrolmentRemedies[code];
  if (remedy === undefined) throw new Error(`${code} has no remedy`);
  return remedy;
}

const denied = blank(problemOfRead(file, Object.assign(new Error('denied'), { code: 'EACCES' })).remedy);
const full = problemOfWrite(file, Object.assign(new Error('full'), { code: 'ENOSPC' })).remedy;
const newer =
  newerFormat(file, Buffer.from('{"format":"farol.identity.v9"}'), { name: 'identity', known: 2 })?.remedy ?? '';

export const situations = {
  'wrong name': {
    title: 'The host name of an address is wrong, or DNS does not answer',
    line: unconnected,
    code: /^(?:ENOTFOUND|EAI_AGAIN)$/u,
    act: actOn('ENOTFOUND'),
  },
  'wrong port': {
    title: 'The port is wrong, or the control plane does not run',
    line: unconnected,
    code: 'ECONNREFUSED',
    act: actOn('ECONNREFUSED'),
  },
  'web page': {
    title: 'Another server answers: a web page, the other port of the control plane',
    line: unconnected,
    code: 'not_a_control_plane',
    act: blank(explainAnswer(404, samples).remedy),
  },
  'no TLS': { title: 'A server without TLS answers', line: unconnected, code: 'EPROTO', act: actOn('EPROTO') },
  'proxy away': {
    title: 'The address of the proxy is wrong, or the proxy does not run',
    line: unconnected,
    code: 'ECONNREFUSED',
    act: actOn('ECONNREFUSED', { proxy: 'proxy.example.com:3128' }),
  },
  'proxy password': {
    title: 'The proxy wants a user and password (407)',
    line: unconnected,
    code: 'ERR_PROXY_TUNNEL',
    act: actOn('ERR_PROXY_TUNNEL', { statusCode: 407 }),
  },
  'no authority file': {
    title: 'The file of RUNNER_CA_FILE is not there',
    line: 'RUNNER_CA_FILE names a file that cannot be read (ENOENT)',
    act: 'Put ca.pem of the control plane at that path, readable for the user of this process, or correct RUNNER_CA_FILE.',
    ends: 2,
  },
  'other authority': {
    title: 'RUNNER_CA_FILE is missing or old, also after the authority was replaced while the machine was off',
    line: unconnected,
    code: /^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)$/u,
    act: actOn('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
  },
  'certificate time': {
    title: 'The certificate is not valid by the clock of the machine',
    line: unconnected,
    code: /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/u,
    act: actOn('CERT_HAS_EXPIRED'),
    examined: clockByServer,
  },
  clock: {
    title: 'The clock is off by more than five minutes',
    line: 'the clock of this machine differs from that of the control plane',
    code: 'clock',
    act: setClock,
  },
  'no token': {
    title: 'The identity directory is empty, or its volume is not mounted, and there is no token',
    line: 'RUNNER_BOOTSTRAP_TOKEN is not set, and there is no identity in RUNNER_IDENTITY_DIR',
    act: 'If this instance was enrolled before, mount its identity volume there: it needs no token. Otherwise an owner or admin creates a bootstrap token under Settings, Enrolment; give it as RUNNER_BOOTSTRAP_TOKEN or RUNNER_BOOTSTRAP_TOKEN_FILE.',
    ends: 2,
  },
  'wrong path': {
    title: 'RUNNER_ENROLL_URL has another path',
    line: failed,
    code: 'not_found',
    act: refusedAct('not_found'),
    ends: 3,
  },
  'token expired': {
    title: 'The bootstrap token has expired',
    line: failed,
    code: 'token_expired',
    act: refusedAct('token_expired'),
    ends: 3,
  },
  'token used': {
    title: 'The bootstrap token was used already',
    line: failed,
    code: 'token_spent',
    act: refusedAct('token_spent'),
    ends: 3,
  },
  'token unknown': {
    title: 'The bootstrap token was copied incompletely',
    line: failed,
    code: 'token_invalid',
    act: refusedAct('token_invalid'),
    ends: 3,
  },
  'token of another kind': {
    title: 'The bootstrap token is of the other kind of instance',
    line: failed,
    code: 'token_other_class',
    act: refusedAct('token_other_class'),
    ends: 3,
  },
  'not enabled': {
    title: 'The organization has another name, or has not enabled Profilers',
    line: failed,
    code: 'not_enabled',
    act: refusedAct('not_enabled'),
    ends: 3,
  },
  'identity lost': {
    title: 'The identity is lost, and the token is new',
    line: failed,
    code: 'instance_exists',
    act: refusedAct('instance_exists'),
    ends: 3,
  },
  'disk full at first': {
    title: 'The volume is full at the first start',
    line: failed,
    code: 'no_space',
    act: full,
    ends: 1,
  },
  'disk full later': {
    title: 'The volume is full when the connection is made again',
    line: 'the identity directory could not be written',
    code: 'no_space',
    act: full,
  },
  'audit volume full': {
    title: 'The volume is full when an Agent starts',
    line: failed,
    code: 'audit_not_written',
    act: 'Free space on the volume of RUNNER_IDENTITY_DIR, then start the Agent again.',
    examined: makeRoom,
    ends: 1,
  },
  'another owner': {
    title: 'The identity directory belongs to another user',
    line: '… cannot be written (EACCES), so the identity of this instance cannot be kept',
    act: denied,
    ends: 2,
  },
  'file of another owner': {
    title: 'A file in it belongs to another user',
    line: '… cannot be read (EACCES)',
    act: denied,
    ends: 2,
  },
  'open to everybody': {
    title: 'Everyone on the machine may read the identity',
    line: '…/identity.json holds a private key and everyone on this machine may read it',
    act: 'Run: chmod 600 …',
    ends: 2,
  },
  damaged: { title: 'The identity is damaged', line: '…/identity.json is damaged', act: restoreAlone, ends: 2 },
  'rolled back': {
    title: 'The program was rolled back to a version that does not know the format of a file',
    line: '… was written by a newer version of this program (…)',
    act: newer,
    ends: 2,
  },
  'newer records': {
    title: 'The Agent was rolled back, and its audit log ends in a newer record',
    line: failed,
    code: 'audit_newer',
    act: installLater,
    ends: 1,
  },
  'two processes': {
    title: 'Two processes use one identity',
    line: unconnected,
    code: 'replaced',
    act: refusals.replaced.remedy,
    examined: refusals.locked.remedy,
    ends: 4,
  },
  'old copy': {
    title: 'The identity is a copy, or was restored from a backup',
    line: stopped,
    code: 'locked',
    act: refusals.locked.remedy,
    ends: 4,
  },
  'unknown identity': {
    title: 'The control plane was restored from a backup that is older than the enrolment, or is another one',
    line: unconnected,
    code: 'not_authenticated',
    act: refusals.not_authenticated.remedy,
  },
  revoked: { title: 'The instance was revoked', line: stopped, code: 'revoked', act: refusals.revoked.remedy, ends: 4 },
  disabled: {
    title: 'Profilers were disabled in the organization',
    line: stopped,
    code: /^(?:not_enabled|profiler_disabled)$/u,
    act: refusals.not_enabled.remedy,
    ends: 4,
  },
  'newer control plane': {
    title: 'The control plane was upgraded past what the instance speaks',
    line: unconnected,
    code: 'unsupported_version',
    act: otherVersion(tunnelVersion + 1),
  },
  'older control plane': {
    title: 'The control plane was rolled back below what the instance speaks',
    line: unconnected,
    code: 'unsupported_version',
    act: otherVersion(tunnelVersion - 1),
  },
} as const satisfies Readonly<Record<string, Situation>>;

export type SituationName = keyof typeof situations;
