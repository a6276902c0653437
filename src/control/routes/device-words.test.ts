import { expect, test } from 'vitest';
import { describeDevice } from './device-words.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [`${mac} Version/18.5 Safari/605.1.15`, 'Safari', 'macOS'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
])('%s is %s on %s', (text, browser, system) => {
  expect(describeDevice(text)).toEqual({ browser, system });
});

test.each([undefined, '', 'curl/8.14.1', '\u0000'.repeat(10_000), `${'x'.repeat(2000)} Firefox/1 Linux`])(
  'what is not known is not guessed (case %#)',
  (text) => {
    expect(describeDevice(text)).toEqual({});
  },
);
