/** Which page an address shows, and to whom. */
import { useEffect } from 'preact/hooks';
import type { Me } from '../../src/control/api/api.ts';
import { patterns } from './browser/addresses.ts';
import { followChanges } from './edge/live-updates.ts';
import { session } from './edge/session.ts';
import { NotFoundPage } from './parts/not-found-page.tsx';
import { SignInCheck } from './pages/sign-in-check.tsx';
import { CrashGuard } from './parts/crash-guard.tsx';
import { WelcomePage } from './pages/welcome-page.tsx';
import { lazyPage } from './parts/lazy-page.tsx';
import { Shell } from './shell/shell.tsx';
import { matchPath, navigate, place } from './browser/router.ts';
import { loadLaterWords } from './words/words.ts';

/** Waits for the words of a page beside its script. */
async function withLaterWords<T>(page: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([page, loadLaterWords()]);
  return loaded;
}

const acts = lazyPage(async () => (await withLaterWords(import('./pages/audit-page.tsx'))).AuditPage);
const ask = lazyPage(async () => (await withLaterWords(import('./pages/ask-page.tsx'))).AskPage);
const capture = lazyPage(async () => (await withLaterWords(import('./pages/capture-page.tsx'))).CapturePage);
const diff = lazyPage(async () => (await withLaterWords(import('./pages/diff-page.tsx'))).DiffPage);
const fleet = lazyPage(async () => (await withLaterWords(import('./pages/fleet-page.tsx'))).FleetPage);
const people = lazyPage(async () => (await withLaterWords(import('./pages/people-page.tsx'))).PeoplePage);
const policies = lazyPage(async () => (await withLaterWords(import('./pages/policies-page.tsx'))).PoliciesPage);
const profilerSetting = lazyPage(
  async () => (await withLaterWords(import('./pages/profiler-setting-page.tsx'))).ProfilerSettingPage,
);
const profiling = lazyPage(async () => (await import('./pages/profiling-page.tsx')).ProfilingPage);
const release = lazyPage(async () => (await withLaterWords(import('./pages/release-page.tsx'))).ReleasePage);
const signedOut = lazyPage(async () => (await import('./pages/signed-out-page.tsx')).SignedOutPage);
const tokens = lazyPage(async () => (await withLaterWords(import('./pages/tokens-page.tsx'))).TokensPage);
const waysIn = lazyPage(async () => (await withLaterWords(import('./pages/ways-in-page.tsx'))).WaysInPage);

/** Not that of `/`, where people come in who are not signed in yet: they need the ways to sign in first. */
const pages: Readonly<Record<string, { readonly preload: () => void }>> = {
  [patterns.profiling]: profiling,
  [patterns.diff]: diff,
  [patterns.policies]: policies,
  [patterns.settings]: profilerSetting,
  [patterns.profilerSetting]: profilerSetting,
  [patterns.tokens]: tokens,
  [patterns.enrolment]: tokens,
  [patterns.people]: people,
  [patterns.acts]: acts,
  [patterns.waysIn]: waysIn,
};

/** Begins to load the script of the page at this address, while the app asks who is signed in. */
export function preloadPage(path: string): void {
  const found = matchPath(patterns.capture, path) === undefined ? pages[path] : capture;
  (under(path, patterns.ask) ? ask : under(path, patterns.fleet) ? fleet : found)?.preload();
}

/** Pages that choose among the addresses under them. */
function under(path: string, page: string): boolean {
  return `${path}/`.startsWith(`${page}/`);
}

export function App({ linkSecret }: { readonly linkSecret: string }) {
  const now = session.value;
  const { path } = place.value;
  const me = now.state === 'signed_in' ? now.me : undefined;
  return (
    <Shell me={path === patterns.welcome ? undefined : me}>
      <CrashGuard place={path}>
        {path === patterns.welcome && <WelcomePage secret={linkSecret} />}
        {path !== patterns.welcome && now.state === 'signed_out' && <signedOut.Page why={now.why} />}
        {path !== patterns.welcome && now.state === 'unknown' && <SignInCheck />}
        {path !== patterns.welcome && me !== undefined && <SignedIn me={me} path={path} />}
      </CrashGuard>
    </Shell>
  );
}

function SignedIn({ me, path }: { readonly me: Me; readonly path: string }) {
  useEffect(followChanges, []);
  const requestId = matchPath(patterns.capture, path)?.['id'];
  if (requestId !== undefined) return <capture.Page key={requestId} requestId={requestId} />;
  const workload = matchPath(patterns.release, path)?.['workload'];
  if (workload !== undefined) return <release.Page key={workload} workload={workload} />;
  if (under(path, patterns.ask)) return <ask.Page path={path} />;
  if (under(path, patterns.fleet)) return <fleet.Page me={me} path={path} />;
  switch (path) {
    case patterns.home:
    case patterns.settings:
      return <Redirect to={path === patterns.home ? patterns.profiling : patterns.profilerSetting} />;
    case patterns.profiling:
      return <profiling.Page me={me} />;
    case patterns.diff:
      return <diff.Page />;
    case patterns.policies:
      return <policies.Page />;
    case patterns.profilerSetting:
      return <profilerSetting.Page me={me} />;
    case patterns.tokens:
      return <tokens.Page me={me} page="tokens" />;
    case patterns.enrolment:
      return <tokens.Page me={me} page="enrolment" />;
    case patterns.people:
      return <people.Page me={me} />;
    case patterns.acts:
      return <acts.Page me={me} />;
    case patterns.waysIn:
      return <waysIn.Page />;
    default:
      return <NotFoundPage />;
  }
}

function Redirect({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
