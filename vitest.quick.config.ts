import { mergeConfig } from 'vitest/config';
import { excludedFromQuickRun } from './scripts/check/quick-tests.ts';
import config from './vitest.config.ts';

/** `./farol test --quick`: unit and contract tests, nothing native and no real system. */
export default mergeConfig(config, {
  test: {
    exclude: excludedFromQuickRun(import.meta.dirname),
    // What is left waits for sockets and timers more than it computes.
    maxWorkers: 4,
  },
});
