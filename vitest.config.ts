import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const PROCESSES = 'test/processes/**/*.test.ts';

export default defineConfig({
  test: {
    globalSetup: 'test/testing/seed.ts',
    setupFiles: 'test/testing/properties.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test changes what its module shares with others, so the files of a worker share what they import: loading it for
    // each of them took two thirds of the time of all unit tests.
    isolate: false,
    // Most of the long ones wait for a process of theirs.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['src/**/*.test.ts', 'runner/**/*.test.ts', 'reports/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [PROCESSES, 'node_modules'],
        },
      },
      // Whole suites on real processes: their starts take as long as all other tests, so they are a job of their own
      // (`npm run test:processes`).
      { extends: true, test: { name: 'processes', include: [PROCESSES] } },
    ],
  },
});
