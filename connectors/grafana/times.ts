/** Times as the backends spell them: seconds, or nanoseconds as text because a number would lose the last digits. */
const perMs = 1_000_000n;

export function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** Nanoseconds since the epoch. */
export function nanosOf(ms: number): bigint {
  return BigInt(Math.round(ms)) * perMs;
}

/** RFC 3339 with all nine digits, which tell lines of one millisecond apart. */
export function timeOfNanos(nanos: bigint | string): string {
  const digits = String(nanos).padStart(10, '0');
  const second = new Date(Number(digits.slice(0, -9)) * 1000).toISOString().slice(0, 19);
  return `${second}.${digits.slice(-9)}Z`;
}

export function timeOfSeconds(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Undefined for what is absent or no time, such as the empty text and the zero time `0001-01-01T00:00:00Z`. */
export function timeOf(text: string | null | undefined): string | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) || ms < 0 ? undefined : new Date(ms).toISOString();
}
