import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The rooms of tests that each start programs and wait for them. */
const PROCESSES = [
  'control',
  'hosted',
  'hostile',
  'leaks',
  'legs',
  'mocks',
  'processes',
  'proxy',
  'replay',
  'reports',
  'web',
].map((room) => `test/${room}/**/*.test.ts`);

/** The files that take longest, in that order; the others are from the sources. */
const LONG = [/\/test\/processes\/references/, /\/test\/processes\//, /\/test\/hostile\//, /\/test\//];

/** Begins with the files that take longest, so that none of them runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((pattern) => pattern.test(moduleId));
      return found < 0 ? LONG.length : found;
    };
    return [...files].sort((a, b) => rank(a) - rank(b));
  }

  /** A shard has a part of the files that start programs, and all others. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const isLong = ({ project }: TestSpecification) => project.name === 'processes';
    const inOrder = files.filter(isLong).sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    const mine = new Set(inOrder.filter((_, at) => at % count === index - 1));
    return files.filter((file) => !isLong(file) || mine.has(file));
  }
}

export default defineConfig({
  test: {
    globalSetup: 'test/testing/seed.ts',
    setupFiles: 'test/testing/properties.ts',
    testTimeout: 60_000,
    // What is waited for in a loop comes late on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    // No test changes what its module shares with others, so the files of a worker share what they import: loading it for
    // each of them took two thirds of the time of all unit tests.
    isolate: false,
    // Most of the long ones wait for a process of theirs.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['src/**/*.test.ts', 'runner/**/*.test.ts', 'reports/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...PROCESSES, 'node_modules'],
        },
      },
      // Tests that start programs: suites, mocks, proxies, target files, builds. They take most of the time, so
      // `npm test` leaves them out and `npm run test:processes` runs them.
      { extends: true, test: { name: 'processes', include: PROCESSES } },
    ],
  },
});
