/** Names as Route 53 spells them: https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/DomainNameFormat.html */
import { domainToASCII } from 'node:url';

/** What stays escaped: a dot within a label, and the backslash itself. */
const kept = new Set(['.', '\\']);

/** As people write it: without the final dot, and with `*` for the `\052` of a wildcard. */
export function plainName(name: string): string {
  return name.replace(/\.$/u, '').replaceAll(/\\([0-7]{3})/gu, (escaped, octal: string) => {
    const character = String.fromCodePoint(Number.parseInt(octal, 8));
    return /^[!-~]$/u.test(character) && !kept.has(character) ? character : escaped;
  });
}

/** What two spellings of one name have in common: for comparing, and for asking. */
export function normalName(name: string): string {
  const plain = plainName(name).toLowerCase();
  return /^[\0-\x7F]*$/u.test(plain) ? plain : domainToASCII(plain) || plain;
}

/** Identifiers come as paths in some answers: `/hostedzone/Z…`. */
export function plainZoneId(id: string): string {
  return id.replace(/^\/hostedzone\//u, '');
}
