/** How long a long table takes to scroll, beside what the browser takes to lay out and draw rows like its own. */
import type { Page } from 'playwright-core';

export interface ScrollSteps {
  /** Medians of steps of two frames, in milliseconds. */
  readonly scrollingMs: number;
  readonly bareMs: number;
}

/** Scrolls to the end in sixty steps, each after one that draws a copy of what is in sight. `selector`: what scrolls. */
export async function scrollSteps(page: Page, selector: string): Promise<ScrollSteps> {
  const [scrollingMs = 0, bareMs = 0] = await page.evaluate<number[]>(`(async () => {
    const region = document.querySelector(${JSON.stringify(selector)});
    const bare = region.cloneNode(false);
    Object.assign(bare.style, { position: 'fixed', inset: '0', height: region.clientHeight + 'px' });
    document.body.append(bare);
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const took = async (act) => {
      const begun = performance.now();
      act();
      await frame();
      await frame();
      return performance.now() - begun;
    };
    const steps = { scrolling: [], bare: [] };
    for (let step = 0; step <= 60; step += 1) {
      steps.bare.push(await took(() => bare.replaceChildren(...region.cloneNode(true).childNodes)));
      bare.replaceChildren();
      steps.scrolling.push(await took(() => { region.scrollTop = (region.scrollHeight * step) / 60; }));
    }
    bare.remove();
    return [steps.scrolling, steps.bare].map((some) => some.sort((a, b) => a - b)[30]);
  })()`);
  return { scrollingMs, bareMs };
}

/** Other work of the machine delays both: a reader sees a stall where scrolling takes several times as long as drawing. */
export function isSmooth({ scrollingMs, bareMs }: ScrollSteps): boolean {
  return scrollingMs < 6 * bareMs;
}
