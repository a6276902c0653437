/** What surrounds every page: skip link, navigation, connection, person, language and theme. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Me } from '../../../src/control/api/api.ts';
import { patterns } from '../browser/addresses.ts';
import { callApiForNothing } from '../edge/call-api.ts';
import { connection, pollEverySec } from '../edge/live-updates.ts';
import { endSession } from '../edge/session.ts';
import { type Theme, switchTheme, theme } from '../browser/preferences.ts';
import { place } from '../browser/router.ts';
import { type Locale, locale, locales, switchLocale, words } from '../words/words.ts';
import { OrganizationMenu } from './organization-menu.tsx';
import { QuickFind, QuickFindDialog } from './quick-find.tsx';
import { Tag } from '../parts/tag.tsx';

interface ShellProps {
  readonly me: Me | undefined;
  readonly children: ComponentChildren;
}

export function Shell({ me, children }: ShellProps) {
  const w = words();
  const main = useRef<HTMLElement>(null);
  const { path } = place.value;
  const shownPath = useRef(path);

  // Before the page is painted: it may go to a row of its own right after.
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <>
      <a class="skip" href="#main">
        {w.app.skip}
      </a>
      <header class="top">
        <div class="top-row">
          <a class="brand" href={me === undefined ? patterns.home : patterns.profiling}>
            <img src="/farol.svg" alt="" width="22" height="22" />
            Farol
          </a>
          {me !== undefined && (
            <>
              <ConnectionState />
              <QuickFind />
              <button type="button" class="small-button menu-button" popovertarget="top-menu">
                {w.app.menu}
              </button>
            </>
          )}
          {/* On a narrow page it opens over the content; on a wide one its parts are in the header itself. */}
          <div id="top-menu" class="top-menu" popover={me === undefined ? undefined : 'auto'}>
            {me !== undefined && <MainNav />}
            {me !== undefined && <Person me={me} />}
            <Preferences />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        {children}
      </main>
      {me !== undefined && <QuickFindDialog />}
    </>
  );
}

/** The browser gives the focus back to the button; then the opened page takes it. */
function closeMenu(): void {
  document.querySelector<HTMLElement>('#top-menu')?.hidePopover();
}

function MainNav() {
  const w = words();
  const { path } = place.value;
  const link = (href: string, under: string, text: string) => (
    <li>
      <a href={href} aria-current={path === under || path.startsWith(`${under}/`) ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
  return (
    <nav class="main-nav" aria-label={w.app.mainNavigation} onClick={closeMenu}>
      <ul>
        {link(patterns.profiling, patterns.profiling, w.app.profiling)}
        {link(patterns.ask, patterns.ask, w.app.ask)}
        {link(patterns.fleet, patterns.fleet, w.app.fleet)}
        {link(patterns.policies, patterns.policies, w.app.permissions)}
        {link(patterns.profilerSetting, patterns.settings, w.app.settings)}
      </ul>
    </nav>
  );
}

function ConnectionState() {
  const w = words();
  const tone = { connecting: 'idle', live: 'good', polling: 'warn' } as const;
  const text = {
    connecting: w.connection.connecting,
    live: w.connection.live,
    polling: w.connection.polling(pollEverySec),
  };
  return (
    <span class="connection" role="status">
      <Tag tone={tone[connection.value]}>{text[connection.value]}</Tag>
    </span>
  );
}

function Person({ me }: { readonly me: Me }) {
  const w = words();
  const [isFailed, setFailed] = useState(false);
  const signOut = async (): Promise<void> => {
    try {
      await callApiForNothing('DELETE', '/api/session');
      endSession('left');
    } catch {
      setFailed(true);
    }
  };
  const { name, role } = me.person;
  const roleIn = w.app.roleIn(w.roles[role], me.organization.name);
  return (
    <span class="person">
      <span class="small person-name" title={`${name}, ${roleIn}`}>
        <span>{name}</span>
        <span class="person-role">, {roleIn}</span>
      </span>
      <OrganizationMenu />
      <button type="button" class="small-button" onClick={() => void signOut()}>
        {w.app.signOut}
      </button>
      {isFailed && (
        <span role="alert" class="small">
          {w.app.signOutFailed}
        </span>
      )}
    </span>
  );
}

const themes: readonly Theme[] = ['system', 'light', 'dark'];

function Preferences() {
  const w = words();
  const [isFailed, setFailed] = useState(false);
  const speak = async (next: Locale): Promise<void> => {
    try {
      await switchLocale(next);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <span class="preferences" role="group" aria-label={w.app.preferences}>
      <select
        aria-label={w.app.language}
        value={locale.value}
        onChange={(event) =>
          void speak(locales.find((one) => one.locale === event.currentTarget.value)?.locale ?? 'en')
        }
      >
        {locales.map((one) => (
          <option key={one.locale} value={one.locale} lang={one.locale}>
            {one.name}
          </option>
        ))}
      </select>
      <select
        aria-label={w.app.theme}
        value={theme.value}
        onChange={(event) => switchTheme(themes.find((one) => one === event.currentTarget.value) ?? 'system')}
      >
        {themes.map((one) => (
          <option key={one} value={one}>
            {w.app.themes[one]}
          </option>
        ))}
      </select>
      {isFailed && (
        <span role="alert" class="small">
          {w.app.languageFailed}
        </span>
      )}
    </span>
  );
}
