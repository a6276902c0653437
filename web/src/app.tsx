/** Which page an address shows, and to whom. */
import { useEffect } from 'preact/hooks';
import type { Me } from '../../src/control/api.ts';
import { patterns } from './addresses.ts';
import { followChanges } from './edge/live-updates.ts';
import { session } from './edge/session.ts';
import { CapturePage } from './pages/capture-page.tsx';
import { DiffPage } from './pages/diff-page.tsx';
import { FleetPage } from './pages/fleet-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { PeoplePage } from './pages/people-page.tsx';
import { PoliciesPage } from './pages/policies-page.tsx';
import { ProfilerSettingPage } from './pages/profiler-setting-page.tsx';
import { ProfilingPage } from './pages/profiling-page.tsx';
import { SignInCheck } from './pages/sign-in-check.tsx';
import { SignedOutPage } from './pages/signed-out-page.tsx';
import { TokensPage } from './pages/tokens-page.tsx';
import { WelcomePage } from './pages/welcome-page.tsx';
import { CrashGuard } from './parts/crash-guard.tsx';
import { Shell } from './parts/shell.tsx';
import { matchPath, navigate, place } from './router.ts';
import { words } from './words/words.ts';

export function App({ linkSecret }: { readonly linkSecret: string }) {
  const now = session.value;
  const { path } = place.value;
  const me = now.state === 'signed_in' ? now.me : undefined;
  return (
    <Shell me={path === patterns.welcome ? undefined : me}>
      <CrashGuard place={path}>
        {path === patterns.welcome && <WelcomePage secret={linkSecret} />}
        {path !== patterns.welcome && now.state === 'signed_out' && <SignedOutPage why={now.why} />}
        {path !== patterns.welcome && now.state === 'unknown' && <SignInCheck />}
        {path !== patterns.welcome && me !== undefined && <SignedIn me={me} path={path} />}
      </CrashGuard>
    </Shell>
  );
}

function SignedIn({ me, path }: { readonly me: Me; readonly path: string }) {
  useEffect(followChanges, []);
  const w = words();
  const capture = matchPath(patterns.capture, path);
  if (capture?.['id'] !== undefined) return <CapturePage key={capture['id']} requestId={capture['id']} />;
  switch (path) {
    case patterns.home:
    case patterns.settings:
      return <Redirect to={path === patterns.home ? patterns.profiling : patterns.profilerSetting} />;
    case patterns.profiling:
      return <ProfilingPage me={me} />;
    case patterns.diff:
      return <DiffPage />;
    case patterns.fleet:
      return <FleetPage me={me} />;
    case patterns.policies:
      return <PoliciesPage />;
    case patterns.profilerSetting:
      return <ProfilerSettingPage me={me} />;
    case patterns.tokens:
      return <TokensPage me={me} title={w.tokens.title} lede={w.tokens.lede} kinds={['capture', 'read']} />;
    case patterns.enrolment:
      return <TokensPage me={me} title={w.settings.enrolment} kinds={['bootstrap']} />;
    case patterns.people:
      return <PeoplePage me={me} />;
    default:
      return <NotFoundPage />;
  }
}

function Redirect({ to }: { readonly to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
