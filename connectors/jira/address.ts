/** The two addresses of a site: its own, and the one at api.atlassian.com that takes tokens with scopes. */
const gatewayPath = /^\/ex\/jira(?:\/|$)/u;

export function isGateway(url: URL): boolean {
  return gatewayPath.test(url.pathname);
}

/** Where a person sees it; undefined where only the other address is known. */
export function pageOf(url: URL, key: string): string | undefined {
  return isGateway(url) ? undefined : `${url.href.replace(/\/+$/u, '')}/browse/${encodeURIComponent(key)}`;
}
