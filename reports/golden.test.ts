import { describe, it } from 'vitest';
import { events, greenEvents, readSource } from './testing/fixture.js';
import { expectGolden, report } from './testing/memory.js';

describe('golden files', () => {
  it.each([
    ['pretty', 'pretty.txt'],
    ['ndjson', 'events.ndjson'],
    ['json', 'report.json'],
    ['junit', 'junit.xml'],
    ['markdown', 'summary.md'],
    ['github', 'annotations.txt'],
    ['badge', 'badge.json'],
    ['sarif', 'report.sarif'],
    ['tap', 'report.tap'],
  ])('hold what %s writes', async (reporter, file) => {
    expectGolden(file, await report(reporter, events, { readSource }));
  });

  it('hold what pretty writes in colour', async () => {
    expectGolden('pretty-color.txt', await report('pretty', events, { readSource }, { color: true }));
  });

  it.each([
    ['pretty', 'green.txt'],
    ['junit', 'green.xml'],
    ['markdown', 'green.md'],
    ['json', 'green.json'],
  ])('hold what %s writes of a green run', async (reporter, file) => {
    expectGolden(file, await report(reporter, greenEvents, { readSource }));
  });
});
