/** What a journey is made of, and the words by which it finds its way in each language. */
import { en, type Words } from '../../src/words/en.ts';
import { laterEn, type LaterWords } from '../../src/words/later-en.ts';
import { laterPtBr } from '../../src/words/later-pt-br.ts';
import { ptBr } from '../../src/words/pt-br.ts';
import type { Locale } from '../../src/words/words.ts';
import type { OpenApp } from '../running-app.ts';
import { type Mode, Newcomer } from './newcomer.ts';

export type AllWords = Words & LaterWords;

const catalogs: Readonly<Record<Locale, AllWords>> = {
  en: { ...en, ...laterEn },
  'pt-BR': { ...ptBr, ...laterPtBr },
};

export const languages = ['en', 'pt-BR'] as const satisfies readonly Locale[];

/** At most this many seconds of a newcomer's time, the waits for the page included. */
export const mostSeconds = 60;

/** Of which so many are left to the machine: a busy one must not decide whether a page is too long. */
export const leftToMachine = 2;

interface Scene<Step extends string> {
  readonly newcomer: Newcomer<Step>;
  readonly words: AllWords;
  /** Of the browser. */
  readonly locale: string;
  readonly app: OpenApp;
}

export interface Journey<Step extends string = string> {
  readonly title: string;
  readonly role: 'owner' | 'admin' | 'member';
  /** An organization at its first start. */
  readonly isEmpty: boolean;
  readonly steps: readonly Step[];
  /** From the first page of somebody who is signed in. Throws where the journey does not end as it should. */
  readonly run: (scene: Scene<Step>) => Promise<void>;
}

/** Only for its types: a step that is taken is one of `steps`. */
export function defineJourney<const Step extends string>(journey: Journey<Step>): Journey {
  return { ...journey, run: (scene) => journey.run(scene as unknown as Scene<Step>) };
}

const screens: Readonly<Record<Mode, { readonly viewport: { width: number; height: number }; hasTouch: boolean }>> = {
  pointer: { viewport: { width: 1280, height: 800 }, hasTouch: false },
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true },
  keyboard: { viewport: { width: 1280, height: 800 }, hasTouch: false },
};

export interface Walked {
  readonly newcomer: Newcomer;
  /** Addresses of documents that were opened on the way. */
  readonly documents: readonly string[];
}

export async function walk(app: OpenApp, journey: Journey, mode: Mode, language: Locale): Promise<Walked> {
  const locale = language === 'en' ? 'en-GB' : language;
  const page = await app.signIn(journey.role, '/profiling', {
    ...screens[mode],
    locale,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const documents: string[] = [];
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/docs')) documents.push(request.url());
  });
  const newcomer = new Newcomer(page, mode);
  await journey.run({ newcomer, words: catalogs[language], locale, app });
  return { newcomer, documents };
}
