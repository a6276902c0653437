/** Bounds of tokens. Apart from the bodies, so that the page which shows them loads no schemas. */

/** How long a token may work, and how many instances a bootstrap token may let in: a cluster of Kubernetes has at most 5,000 nodes. */
export const maxExpiryHours = 24 * 366;
export const maxUses = 10_000;
/** How long a rotated token works beside the new one. Longer, and nobody remembers that it does. */
export const maxOverlapHours = 24 * 30;
export const defaultOverlapHours = 24;
