/** What one query of the billing export may be billed. */

/** 50 GiB, as the warehouse counts. */
export const maxBytesBilled = 53_687_091_200;

/** All figures, because price lists count in GiB, quota pages in bytes and people in GB. */
export const maxBilledWords = `50 GiB (${maxBytesBilled} bytes, 53.7 GB) billed for one query`;
