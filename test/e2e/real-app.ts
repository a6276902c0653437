/** The built app of a real control plane in a real Chromium, for the tests of one file. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { buildWeb } from '../../web/build.ts';
import { launchBrowser } from '../../web/test/launch-browser.ts';
import { startTestControl, type TestControl } from '../control-plane.ts';
import { type Device, openDevice } from './browser-device.ts';

export interface RealApp {
  readonly running: TestControl;
  readonly origin: string;
  /** The browser of one more person, until the test ends. */
  open(locale?: string): Promise<Device>;
}

interface Beside {
  /** Starts what the control plane needs beside it, and gives its settings. */
  readonly prepare: () => Promise<Readonly<Record<string, string>>>;
  /** How long that and the control plane may take to start. */
  readonly withinMs: number;
}

const nothing: Beside = { prepare: () => Promise.resolve({}), withinMs: 120_000 };

/** Registers the hooks of the file that calls it. The returned function gives the app inside tests. */
export function useRealApp({ prepare, withinMs }: Beside = nothing): () => RealApp {
  const contexts: BrowserContext[] = [];
  let folder = '';
  let browser: Browser | undefined;
  let running: TestControl | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'farol-real-app-'));
    await buildWeb(folder);
    browser = await launchBrowser();
    running = await startTestControl({ ...(await prepare()), FAROL_WEB_DIR: folder });
  }, withinMs);
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
    await rm(folder, { recursive: true, force: true });
  });

  return () => {
    if (browser === undefined || running === undefined) throw new Error('the app runs only inside tests');
    const chromium = browser;
    return {
      running,
      origin: running.control.addresses.app,
      open: async (locale) => {
        const device = await openDevice(chromium, locale);
        contexts.push(device.page.context());
        return device;
      },
    };
  };
}
