/**
 * The end of `.ci/run`: reads what the tests left (`node scripts/tally.mjs report.json`), plays the files of those that failed
 * once more, alone and with the seed that the environment names, and prints what failed with its reason, then the tally as the last line.
 *
 * The tests ran beside the selftest. One that fails there and passes alone was late, not wrong: it is named, and does not count as
 * failed. Ends with 1 if a test failed both times, or if none passed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The failed ones of a JSON report of vitest: `file > name`, with the first line of the reason. A file that does not load is one. */
function failedOf({ testResults }) {
  const failed = new Map();
  for (const { name: path, status, message, assertionResults } of testResults) {
    const file = relative(process.cwd(), path);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    for (const test of tests)
      failed.set(`${file} > ${test.fullName}`, { file, reason: test.failureMessages.join('\n') });
    if (status === 'failed' && tests.length === 0) failed.set(`${file} > (the file)`, { file, reason: message });
  }
  return failed;
}

/** Prints them with the beginning of each reason. */
function print(title, failed) {
  if (failed.length > 0) console.log(`\n${title}`);
  for (const [name, { reason }] of failed) {
    console.log(`  ${name}`);
    for (const line of reason
      .split('\n')
      .slice(0, 12)
      .filter((line) => !line.includes('/node_modules/')))
      console.log(`      ${line.slice(0, 400)}`);
  }
}

const [path] = process.argv.slice(2);
const report = JSON.parse(readFileSync(path, 'utf8'));
const first = failedOf(report);
let left = first;
if (first.size > 0) {
  const files = [...new Set([...first.values()].map(({ file }) => file))];
  const again = `${path}.again`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${again}`];
  spawnSync('npx', ['vitest', 'run', ...reporters, ...files], { stdio: 'inherit' });
  left = failedOf(JSON.parse(readFileSync(again, 'utf8')));
}
const late = [...first].filter(([name]) => !left.has(name));
print('failed beside the selftest, passed alone:', late);
print('failed:', [...left]);
const skipped = report.numPendingTests + (report.numTodoTests ?? 0);
console.log(`${report.numPassedTests + late.length} passed, ${left.size} failed, ${skipped} skipped`);
process.exitCode = left.size > 0 || report.numPassedTests === 0 ? 1 : 0;
