/** Addresses of the app: the history API, one table of patterns, links that are plain `<a href>`. */
import { signal } from '@preact/signals';

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

export const place = signal<Place>({ path: '/', query: new URLSearchParams() });

/** Values of the `:name` parts, decoded; `undefined` when the path does not match. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== value) return undefined;
      continue;
    }
    const decoded = decode(value);
    if (decoded === undefined || decoded === '') return undefined;
    values[part.slice(1)] = decoded;
  }
  return values;
}

/** `path` with the given parameters; empty and undefined ones are left out. */
export function hrefOf(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export function navigate(href: string, options: { replace?: boolean } = {}): void {
  if (options.replace === true) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  readPlace();
}

/** Follows the address bar and turns clicks on links of this app into navigation. */
export function startRouter(): void {
  addEventListener('popstate', readPlace);
  document.addEventListener('click', (event) => {
    const href = appLinkOf(event);
    if (href === undefined) return;
    event.preventDefault();
    navigate(href);
  });
  readPlace();
}

function readPlace(): void {
  const path = location.pathname.length > 1 ? location.pathname.replace(/\/+$/u, '') : '/';
  place.value = { path: path === '' ? '/' : path, query: new URLSearchParams(location.search) };
}

/** Leaves the browser its own: other buttons, modifier keys, downloads, new tabs, other origins, the API, fragments. */
function appLinkOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || link.hasAttribute('download') || link.target !== '') return undefined;
  const to = new URL(link.href, location.href);
  if (to.origin !== location.origin || to.pathname.startsWith('/api/')) return undefined;
  if (to.hash !== '' && to.pathname === location.pathname) return undefined;
  return `${to.pathname}${to.search}`;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
