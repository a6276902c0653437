/** Hosts of AWS, in all three of its partitions: https://docs.aws.amazon.com/general/latest/gr/rande.html */
import type { Reach } from '../../../src/connector/manifest.ts';

export const reach = {
  hosts: /^(?:[a-z0-9-]+\.){1,4}(?:amazonaws\.com(?:\.cn)?|api\.aws|amazonwebservices\.com\.cn)$/u,
  words: 'hosts of amazonaws.com, amazonaws.com.cn, amazonwebservices.com.cn and api.aws',
  override: 'AWS_URL',
} as const satisfies Reach;
