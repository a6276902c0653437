/** The English words for cancelling a capture and for what retention removed. */
export const enRetention = {
  cancelCapture: {
    ask: 'Cancel…',
    askOf: (workload: string, version: string) => `Cancel the capture of ${workload} ${version}…`,
    title: (workload: string, version: string) => `Cancel the capture of ${workload} ${version}?`,
    text: 'A Profiler that is measuring stops and discards what it measured. The record stays and shows your name.',
    confirm: 'Cancel the capture',
    keep: 'Keep the capture',
  },
  removed: {
    title: 'Removed by retention',
    age: (name: string, day: string, days: number, variable: string) =>
      `The capture of ${name} was removed on ${day}: it was older than ${days} days (${variable}).`,
    size: (name: string, day: string, gigabytes: number, variable: string) =>
      `The capture of ${name} was removed on ${day}: the bundles of the organization were more than ${gigabytes} GB (${variable}).`,
    remedy: 'An operator of the control plane sets that limit. Removed captures cannot be restored.',
    kept: (days: number, gigabytes: number) =>
      `Records and bundles are stored for ${days} days (FAROL_RETENTION_DAYS) and up to ${gigabytes} GB (FAROL_RETENTION_GB).`,
    until: (day: string) => `Requests made up to ${day} were removed, except the captures used as a baseline.`,
  },
};
