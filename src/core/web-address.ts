/** Addresses in settings. The parser of the language mends and drops what it does not expect; a setting must not be dropped in silence. */

/** What a setting says, or what is wrong with it, as the end of a sentence about the variable. */
export function parseWebAddress(text: string, protocols: readonly `${string}:`[]): URL | string {
  const value = text.trim();
  const [, scheme, rest = ''] = /^([a-z][a-z0-9+.-]*:)\/\/([^/\\].*)$/isu.exec(value) ?? [];
  const url = scheme === undefined || /[\s\p{Cc}\\]/u.test(value) ? null : URL.parse(value);
  if (url === null) return 'is not an address';
  if (!protocols.some((one) => one === url.protocol)) {
    return `must begin with ${protocols.map((one) => `${one}//`).join(' or ')}`;
  }
  if (/^[^/?#]*@/u.test(rest)) return 'must not carry a credential';
  if (/[?#]/u.test(rest)) return 'must not have a query or fragment';
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/iu.test(rest)) return 'must not have . or .. in its path';
  return url;
}
