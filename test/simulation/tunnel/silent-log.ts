import type { Log } from '../../../src/core/log.ts';

const say = (): void => undefined;

/** Thousands of worlds have nothing to tell; what they broke is in their reports. */
export const silentLog: Log = { debug: say, info: say, warn: say, error: say };
