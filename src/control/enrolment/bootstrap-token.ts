/**
 * The text of a bootstrap token: `rboot_<id>_<256 bit>_<crc>`. A checksum that does not fit is a copying
 * mistake and is distinguished from a wrong token without a query.
 */
import { isSameHash, type MintedToken, mintToken, readTokenId, startOf } from '../tokens/token-text.ts';

export function mintBootstrapToken(): MintedToken {
  return mintToken('rboot');
}

/** The public id in a well-formed bootstrap token; undefined for everything else. */
export function parseBootstrapToken(value: string): string | undefined {
  return readTokenId('rboot', value);
}

/** In constant time. */
export function verifyBootstrapToken(value: string, storedHash: string | undefined): boolean {
  return isSameHash(value, storedHash);
}

/** The first characters of the value, to recognise it by. */
export function startOfBootstrapToken(id: string): string {
  return startOf('rboot', id);
}
