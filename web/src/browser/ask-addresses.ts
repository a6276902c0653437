/** Addresses under /ask. */
import { patterns } from './addresses.ts';
import { hrefOf } from './router.ts';

export const questionsPath = `${patterns.ask}/questions`;
export const operationPattern = `${patterns.ask}/:name`;

/** Longer addresses are cut or refused on the way by some servers and chats. */
export const longestHref = 8000;

export function askHref(name: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  return hrefOf(`${patterns.ask}/${encodeURIComponent(name)}`, query);
}
