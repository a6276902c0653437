import { defineConfig } from 'vitest/config';
import { deepTag, filesOf, layerVariable } from './scripts/check/test-files.ts';

const layer = process.env[layerVariable];
const { tests, soak, delivery } = filesOf(import.meta.dirname, layer);

// Node runs the sources as they are, as the programs do, and compiles each once for all files of a worker.
const common = {
  pool: 'forks' as const,
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

export default defineConfig({
  test: {
    experimental: { viteModuleRunner: false, nodeLoader: false },
    tags: [{ name: deepTag, description: 'left to ./farol test --deep' }],
    projects: [
      {
        extends: true,
        test: {
          ...common,
          ...tests,
          name: 'tests',
          // The default leaves one worker on two processors. A quick run waits for sockets more than it computes.
          maxWorkers: layer === 'quick' ? 3 : 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A second, the default, passes while another worker starts a browser.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      // It mostly waits: a run of its own beside the tests, which would otherwise lose a worker to it for minutes.
      { extends: true, test: { ...common, ...soak, name: 'soak', maxWorkers: 1, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          ...common,
          ...delivery,
          name: 'delivery',
          // Containers, namespaces and control planes of two files at once would measure each other.
          maxWorkers: 1,
          testTimeout: 60_000,
          hookTimeout: 900_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
