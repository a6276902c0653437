/** Addresses carry what users typed and what signs them in: before the host, behind the question mark and the hash. */

const address = /^(?:[a-z][a-z0-9+.-]*:)?\/\/?[^\s]*$/iu;
/** Within a sentence, as error messages have them: up to a space, a quotation mark or a bracket. */
const within = /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'`<>]+/giu;

/** The same text; an address or a path, and every address within a sentence, loses user, query and fragment. */
export function plainAddress(text: string): string {
  return address.test(text) ? withoutQuery(text) : text.replaceAll(within, withoutQuery);
}

/** The same for a known address, even with placeholders in it. */
export function withoutQuery(text: string): string {
  return text.replace(/[?#].*$/su, '').replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*@/iu, '$1//');
}
