/** What an entry of the audit list says in a sentence. */
import type { AuditEntry } from '../../../src/control/api/api.ts';
import { allWords } from '../words/words.ts';

export function sayWho({ by }: AuditEntry): string {
  const w = allWords();
  if (by.type === 'operator') return w.acts.operator;
  return by.type === 'token' ? w.audit.token(by.name) : by.name;
}

export function sayWhat({ kind, subject, detail }: AuditEntry): string {
  const w = allWords();
  if (kind === 'question') return w.audit.asked(subject.name);
  const { role, token, class: of, uses, scopes = [], tokens_kept: isKept = false } = detail;
  const { way, version = '', key, overlap_hours: overlapHours, tokens_revoked: revoked = 0 } = detail;
  const named = token === undefined ? '' : w.acts.tokens[token];
  return w.acts.kinds[kind]({
    subject: subject.name,
    role: role === undefined ? '' : w.roles[role],
    token: of === undefined ? named : `${named} (${of})`,
    isKept,
    uses,
    scopes,
    overlapHours,
    revoked,
    way,
    version,
    key,
  });
}

/** A code that only a newer Agent or control plane knows is shown as it is. */
export function sayOutcome({ outcome }: AuditEntry): string {
  const codes = allWords().audit.outcomeCodes;
  return Object.hasOwn(codes, outcome) ? codes[outcome as keyof typeof codes] : outcome;
}

export function sayWhere({ way, address }: AuditEntry): string {
  const w = allWords().audit;
  if (way === undefined) return w.notRecorded;
  return address === undefined ? w.ways[way] : `${w.ways[way]}, ${address}`;
}
