/** How long a credential still lives, in words for a check: whole days, and hours on the last one. */
export const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** `90 days`, `1 day`, `24 hours`, `less than an hour`. */
export function wordTimeLeft(ms: number): string {
  if (ms >= dayMs) return counted(Math.floor(ms / dayMs), 'day');
  const hours = Math.round(ms / hourMs);
  return hours < 1 ? 'less than an hour' : counted(hours, 'hour');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
