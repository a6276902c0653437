/**
 * @module-tag deep
 */
import { describe, expect, test } from 'vitest';
import { useApp } from '../open-app.ts';
import { languages, leftToMachine, mostSeconds, walk } from './journey.ts';
import { journeys } from './journeys.ts';
import { modes } from './newcomer.ts';

const startApp = useApp();

describe.each(journeys)('$title', (journey) => {
  test.each(modes.flatMap((mode) => languages.map((language) => ({ mode, language }))))(
    'by $mode in $language: ends where it should, in time, without a document',
    async ({ mode, language }) => {
      const app = await startApp({ isEmpty: journey.isEmpty });
      const { newcomer, documents } = await walk(app, journey, mode, language);
      expect(newcomer.steps.map(({ step }) => step)).toEqual(journey.steps);
      const seconds = newcomer.steps.reduce((sum, { person }) => sum + person, 0);
      expect(seconds).toBeLessThanOrEqual(mostSeconds - leftToMachine);
      expect(documents).toEqual([]);
      expect(newcomer.sideways).toEqual([]);
    },
  );
});
