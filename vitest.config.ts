import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'runner/**/*.test.ts', 'reports/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/testing/seed.ts',
    setupFiles: 'test/testing/properties.ts',
    testTimeout: 60_000,
    // Most of the long ones wait for a process of theirs.
    maxWorkers: availableParallelism() + 1,
  },
});
