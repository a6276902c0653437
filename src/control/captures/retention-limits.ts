/** Retention limits for captures, for each organization. */
export interface RetentionLimits {
  readonly days: number;
  readonly gigabytes: number;
}

/** A year and a month: a version is compared with the one of the same season last year. 20 GB are some 60,000 bundles of usual size. */
export const defaultRetention: RetentionLimits = { days: 400, gigabytes: 20 };

export const dayMs = 86_400_000;
export const bytesPerGigabyte = 1_000_000_000;

export type RemovalReason = 'age' | 'size';

/** The variable that sets the limit which removed something. */
export const retentionVariables = {
  age: 'FAROL_RETENTION_DAYS',
  size: 'FAROL_RETENTION_GB',
} as const satisfies Record<RemovalReason, string>;
