/** The vendor counts storage in GiB, throughput in MiB a second and retention in days. */

export function bytesOfGib(gib: number | undefined): number | undefined {
  return gib === undefined ? undefined : gib * 2 ** 30;
}

export function bytesOfMib(mib: number | undefined): number | undefined {
  return mib === undefined ? undefined : mib * 2 ** 20;
}

export function secondsOfDays(days: number | undefined): number | undefined {
  return days === undefined ? undefined : days * 86_400;
}
