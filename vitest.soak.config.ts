import { defineConfig } from 'vitest/config';

/** The soak mostly waits: a run of its own beside the others, which would otherwise lose a worker to it for minutes. */
export default defineConfig({
  test: {
    include: ['bench/soak/soak.test.ts'],
    pool: 'forks',
    restoreMocks: true,
  },
});
