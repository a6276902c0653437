/** `Monday 03:00 UTC`. */
export function weekly(day: string, hour: number, minute: number): string {
  const name = `${day.slice(0, 1).toUpperCase()}${day.slice(1).toLowerCase()}`;
  return `${name} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')} UTC`;
}
