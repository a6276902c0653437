/** Whether the caller has this version, by its header If-None-Match. It may name several, and a proxy may have weakened the tag. */
export function isHeld(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((one) => one.trim().replace(/^W\//u, '') === etag);
}
