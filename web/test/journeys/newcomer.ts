/**
 * A person at a page who does only what a person can, and how long that takes by the keystroke-level model
 * (Card, Moran and Newell, 1980). Reading is at the speed of silent reading that Brysbaert (2019) found.
 */
import type { Locator, Page } from 'playwright-core';

export const modes = ['pointer', 'touch', 'keyboard'] as const;
export type Mode = (typeof modes)[number];

/** Seconds of each act of the model. `press`: the button of the mouse, or a tap. */
export const costs = { key: 0.28, point: 1.1, press: 0.2, moveHand: 0.4, prepare: 1.35 } as const;

export const wordsPerMinute = 238;

/** More than this many keys to one element is as good as out of reach. */
export const mostKeys = 60;

/** Both in seconds; `machine` is what the person waited for the page. */
export interface StepTime<Step extends string = string> {
  readonly step: Step;
  readonly person: number;
  readonly machine: number;
}

type Tool = 'mouse' | 'keys';

export class Newcomer<Step extends string = string> {
  readonly page: Page;
  readonly mode: Mode;
  /** Steps at which the page could be scrolled sideways. */
  readonly sideways: string[] = [];
  readonly #times = new Map<Step, Omit<StepTime, 'step'>>();
  #hand: Tool = 'mouse';

  constructor(page: Page, mode: Mode) {
    this.page = page;
    this.mode = mode;
  }

  /** In the order in which they were taken. */
  get steps(): readonly StepTime<Step>[] {
    return [...this.#times].map(([step, times]) => ({ step, ...times }));
  }

  /** Clicks it, taps it, or moves the focus to it and presses Enter. */
  async choose(target: Locator, step: Step): Promise<void> {
    await this.#see(target, step);
    this.#spend(step, costs.prepare);
    await this.#goTo(target, step);
    if (this.mode !== 'keyboard') return;
    await this.page.keyboard.press('Enter');
    this.#spend(step, costs.key);
  }

  /** Into a field, which is empty before. One that has the focus needs no click. */
  async type(target: Locator, text: string, step: Step): Promise<void> {
    await this.#see(target, step);
    this.#spend(step, costs.prepare);
    if (!(await hasFocus(target))) await this.#goTo(target, step);
    await this.#press(text, step);
  }

  /** One option of a list: by a second click or tap, or by typing its text. */
  async select(target: Locator, option: string, step: Step): Promise<void> {
    await this.#see(target, step);
    this.#spend(step, costs.prepare);
    if (this.mode === 'keyboard') {
      await this.#goTo(target, step);
      await this.#press(option, step);
      return;
    }
    // The list of a browser is not a part of its page.
    await target.selectOption({ label: option });
    this.#reachFor('mouse', step);
    this.#spend(step, 2 * (costs.point + costs.press));
  }

  /** Text that the person needs to know what to do next, or whether it is done. Returns it. */
  async read(target: Locator, step: Step): Promise<string> {
    await this.#see(target, step);
    const text = await target.innerText();
    this.#spend(step, (countWords(text) / wordsPerMinute) * 60);
    return text;
  }

  /** Copies the address of the page from the bar of the browser: shortcuts at a keyboard, two taps on a phone. */
  copyAddress(step: Step): string {
    this.#spend(step, costs.prepare);
    this.#reachFor('keys', step);
    this.#spend(step, this.mode === 'touch' ? 2 * (costs.point + costs.press) : 4 * costs.key);
    return this.page.url();
  }

  /** Returns when it is shown; the wait is the machine's part of the step. */
  async #see(target: Locator, step: Step): Promise<void> {
    const startedAt = performance.now();
    await target.waitFor();
    this.#spend(step, (performance.now() - startedAt) / 1000, 'machine');
    const excess = await this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0 && !this.sideways.includes(step)) this.sideways.push(step);
  }

  /** Clicks or taps it, or gives it the focus by the keyboard. */
  async #goTo(target: Locator, step: Step): Promise<void> {
    if (this.mode === 'keyboard') return this.#focus(target, step);
    await (this.mode === 'touch' ? target.tap() : target.click());
    this.#reachFor('mouse', step);
    this.#spend(step, costs.point + costs.press);
    return undefined;
  }

  /** By Tab where the element follows the focus, by Shift+Tab where it comes before. Shift is a key too. */
  async #focus(target: Locator, step: Step): Promise<void> {
    let keys = 0;
    while (!(await hasFocus(target))) {
      if (keys >= mostKeys) throw new Error(`“${step}”: ${mostKeys} keys do not reach ${target.toString()}`);
      const isBefore = await comesBeforeFocus(target);
      await this.page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab');
      keys += isBefore ? 2 : 1;
    }
    this.#spend(step, keys * costs.key);
  }

  async #press(text: string, step: Step): Promise<void> {
    this.#reachFor('keys', step);
    await this.page.keyboard.type(text);
    this.#spend(step, text.length * costs.key);
  }

  /** Only somebody with a mouse moves a hand between it and the keys. */
  #reachFor(tool: Tool, step: Step): void {
    if (this.mode === 'pointer' && this.#hand !== tool) this.#spend(step, costs.moveHand);
    this.#hand = tool;
  }

  #spend(step: Step, seconds: number, by: 'person' | 'machine' = 'person'): void {
    const before = this.#times.get(step) ?? { person: 0, machine: 0 };
    this.#times.set(step, { ...before, [by]: before[by] + seconds });
  }
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

function comesBeforeFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { activeElement: now, body } = document;
    if (now === null || now === body) return false;
    return (now.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  });
}

function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}
