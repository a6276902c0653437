/** Versions of Jira Data Center. */
export const oldestWithTokens = '8.14';
/** The oldest whose interface this connector is written for. */
export const oldestRead = '8.20';

/** False for a version that is spelt in another way than `9.12.2`. */
export function isOlderThan(version: string, other: string): boolean {
  const [major = NaN, minor = 0] = numbersOf(version);
  const [otherMajor = NaN, otherMinor = 0] = numbersOf(other);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}

function numbersOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10));
}
