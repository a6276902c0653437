/** A device in a few words: the names of products are the same in every language, what joins them is not. */
import type { DeviceWords } from '../../../src/control/api/api.ts';

interface Words {
  readonly on: (browser: string, system: string) => string;
  readonly unknownDevice: string;
}

export function wordDevice({ browser, system }: DeviceWords, w: Words): string {
  if (browser !== undefined && system !== undefined) return w.on(browser, system);
  return browser ?? system ?? w.unknownDevice;
}
