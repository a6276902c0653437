/** How a newcomer gets from one page to another: by the navigation, which a phone folds behind a button. */
import type { Locator } from 'playwright-core';
import type { AllWords } from './journey.ts';
import type { Newcomer } from './newcomer.ts';

export async function openPage<Step extends string>(
  newcomer: Newcomer<Step>,
  words: AllWords,
  name: 'ask' | 'fleet' | 'settings',
  step: Step,
): Promise<void> {
  const { page, mode } = newcomer;
  if (mode === 'touch') await newcomer.choose(page.getByRole('button', { name: words.app.menu, exact: true }), step);
  await newcomer.choose(
    linkIn(page.getByRole('navigation', { name: words.app.mainNavigation }), words.app[name]),
    step,
  );
}

/** From another page of the settings. */
export async function openSetting<Step extends string>(
  newcomer: Newcomer<Step>,
  words: AllWords,
  name: 'tokens' | 'people' | 'acts',
  step: Step,
): Promise<void> {
  const { page, mode } = newcomer;
  const nav = page.locator('.settings-nav');
  if (mode === 'touch') await newcomer.choose(nav.getByRole('button'), step);
  await newcomer.choose(linkIn(nav, words.settings[name]), step);
}

function linkIn(place: Locator, name: string): Locator {
  return place.getByRole('link', { name, exact: true });
}
