/** The parts of an address that the vendor tells one by one as well. */
export function isPartOfQuery(path: string): boolean {
  return /(?:^|[.@])(?:url_query|url_hash|url_fragment|query_string|queryString)(?:\.|$)/u.test(path);
}
