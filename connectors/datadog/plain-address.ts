/** Addresses as front ends report them carry what users typed and what signs them in: behind the question mark and the hash. */

const address = /^(?:[a-z][a-z0-9+.-]*:)?\/\/?[^\s]*$/iu;

/** The same text; an address or a path loses user, query and fragment. */
export function plainAddress(text: string): string {
  if (!address.test(text)) return text;
  const bare = text.replace(/[?#].*$/su, '');
  return bare.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/iu, '$1');
}

/** The parts of an address that the vendor tells one by one as well. */
export function isPartOfQuery(path: string): boolean {
  return /(?:^|\.)(?:url_query|url_hash|url_fragment|query_string|queryString)(?:\.|$)/u.test(path);
}
