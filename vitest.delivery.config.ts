import { defineConfig } from 'vitest/config';

/** `./farol test --delivery`: what a release holds, installed and run. */
export default defineConfig({
  test: {
    include: ['{scripts,test}/**/*.delivery.test.ts'],
    exclude: ['**/node_modules/**'],
    pool: 'forks',
    // Containers, namespaces and control planes of two files at once would measure each other.
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 600_000,
    restoreMocks: true,
  },
});
