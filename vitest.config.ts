import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'runner/**/*.test.ts', 'reports/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
