import { expect, test } from 'vitest';
import { enWaysIn } from '../words/ways-in-en.ts';
import { ptBrWaysIn } from '../words/ways-in-pt-br.ts';
import { wordDevice } from './word-device.ts';

test.each([
  [{ browser: 'Firefox', system: 'Linux' }, 'Firefox on Linux', 'Firefox em Linux'],
  [{ browser: 'Firefox' }, 'Firefox', 'Firefox'],
  [{ system: 'iPhone' }, 'iPhone', 'iPhone'],
  [{}, 'unknown device', 'dispositivo desconhecido'],
])('%j is %s', (device, english, portuguese) => {
  expect(wordDevice(device, enWaysIn.waysIn)).toBe(english);
  expect(wordDevice(device, ptBrWaysIn.waysIn)).toBe(portuguese);
});
