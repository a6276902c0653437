import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,catalog,connectors,profiler,web,test,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'profiler/ptop/**'],
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 120_000,
    restoreMocks: true,
  },
});
