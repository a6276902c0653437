/**
 * RDS, DMS and ElastiCache answer with 20 to 100 entries at a time and refuse other sizes
 * (https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html, MaxRecords).
 */
import { readKept } from '../cached-page.ts';
import type { Page } from '../paging.ts';

const least = 20;

/** The largest page that all three services take. */
export const largestPage = 100;

/** One page of at most `limit` entries; `limit` is at most `largestPage`. */
export async function readAtLeast<Item>(
  after: string | undefined,
  limit: number,
  read: (Marker: string | undefined, MaxRecords: number) => Promise<Page<Item>>,
): Promise<Page<Item>> {
  return readKept(after, { limit, size: Math.max(limit, least), read });
}
