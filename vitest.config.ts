import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,bench,catalog,connectors,demo,profiler,web,test,scripts}/**/*.test.ts'],
    // The soak and what a release delivers have runs of their own: vitest.soak.config.ts, vitest.delivery.config.ts.
    exclude: ['**/node_modules/**', 'profiler/ptop/**', 'bench/soak/soak.test.ts', '**/*.delivery.test.ts'],
    pool: 'forks',
    // The default leaves one worker on two processors; many suites wait for real processes.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A second, the default, passes while another worker starts a browser.
    expect: { poll: { timeout: 10_000 } },
    restoreMocks: true,
  },
});
