/** `node web/test/journeys/write-journeys.ts`: takes every journey in a browser and writes docs/journeys.md. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { buildWeb } from '../../build.ts';
import { startFakeControlPlane } from '../../dev-server/fake-control-plane.ts';
import type { Locale } from '../../src/words/words.ts';
import { launchBrowser } from '../launch-browser.ts';
import { openRunningApp } from '../running-app.ts';
import { type Recording, renderDocument } from './document.ts';
import { type Journey, languages, walk } from './journey.ts';
import { journeys } from './journeys.ts';
import { type Mode, modes } from './newcomer.ts';

interface Way {
  readonly journey: Journey;
  readonly mode: Mode;
  readonly language: Locale;
}

async function record(browser: Browser, webDir: string, { journey, mode, language }: Way): Promise<Recording> {
  const fake = await startFakeControlPlane({ webDir, isEmpty: journey.isEmpty });
  const problems: string[] = [];
  try {
    const { newcomer } = await walk(openRunningApp(browser, fake, problems), journey, mode, language);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return { title: journey.title, mode, language, steps: newcomer.steps };
  } finally {
    for (const context of browser.contexts()) await context.close();
    await fake.close();
  }
}

const folder = await mkdtemp(path.join(tmpdir(), 'farol-journeys-'));
const browser = await launchBrowser();
try {
  await buildWeb(folder);
  const recordings: Recording[] = [];
  for (const journey of journeys) {
    for (const language of languages) {
      for (const mode of modes) recordings.push(await record(browser, folder, { journey, mode, language }));
    }
  }
  const file = path.resolve(import.meta.dirname, '../../../docs/journeys.md');
  await writeFile(file, renderDocument(recordings));
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
