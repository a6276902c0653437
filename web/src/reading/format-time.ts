/** Times as people read them: how long ago where it is glanced at, the exact moment where it is checked. */

const daySec = 86_400;

const steps: readonly { readonly unit: Intl.RelativeTimeFormatUnit; readonly sec: number }[] = [
  { unit: 'day', sec: daySec },
  { unit: 'hour', sec: 3600 },
  { unit: 'minute', sec: 60 },
  { unit: 'second', sec: 1 },
];

/**
 * `at` is RFC 3339; a text that is no time is given back as it is. What lies more than a day back gets its
 * date: nobody counts in days when they look for a deployment.
 */
export function formatAgo(at: string, nowMs: number, locale: string): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  const deltaSec = Math.round((atMs - nowMs) / 1000);
  if (deltaSec <= -daySec) return formatHour(at, locale);
  const size = Math.abs(deltaSec);
  const step = steps.find(({ sec }) => size >= sec) ?? { unit: 'second', sec: 1 };
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(deltaSec / step.sec), step.unit);
}

/** In the reader's own zone, with its name, and in UTC, where the two differ. */
export function formatMoment(at: string, locale: string): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  const local = formatIn(undefined, atMs, locale);
  const utc = formatIn('UTC', atMs, locale);
  if (new Date(atMs).getTimezoneOffset() === 0) return utc;
  const isSameDay = new Date(atMs).getDate() === new Date(atMs).getUTCDate();
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return `${local} (${isSameDay ? `${new Intl.DateTimeFormat(locale, time).format(atMs)} UTC` : utc})`;
}

function formatIn(timeZone: string | undefined, atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(atMs);
}

/** The date alone, in the reader's own zone. */
export function formatDay(at: string, locale: string): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return at;
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' }).format(atMs);
}

/** Day and time, in the reader's own zone. */
export function formatHour(at: string, locale: string): string {
  const parts = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(locale, parts).format(Date.parse(at));
}

export function formatClock(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);
}

/** Seconds as `1 min 14 s`. Negative durations, from clocks that disagree, count as zero. */
export function formatDuration(sec: number): string {
  const whole = Math.max(0, Math.round(sec));
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.trunc(whole / 60)} min ${whole % 60} s`;
  return `${Math.trunc(whole / 3600)} h ${Math.trunc((whole % 3600) / 60)} min`;
}

/** Milliseconds as whole minutes where they are some, else as seconds. */
export function formatSpan(milliseconds: number): string {
  const sec = Math.round(milliseconds / 1000);
  return sec >= 120 && sec % 60 === 0 ? `${sec / 60} min` : `${sec} s`;
}

/** As a field for local times holds it, such as `2026-01-31T09:00:00`; empty for a text that is no time. */
export function writeLocal(at: string): string {
  const atMs = Date.parse(at);
  if (Number.isNaN(atMs)) return '';
  return new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** RFC 3339 in UTC of what such a field holds; empty where it is incomplete. */
export function readLocal(text: string): string {
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? '' : new Date(atMs).toISOString().replace('.000Z', 'Z');
}
