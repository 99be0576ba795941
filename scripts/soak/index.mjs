// `npm run soak [-- --times 25] [PATTERN…]`: the whole suite, or what patterns select, on the references again and again, with every
// core kept busy by others (`--idle` leaves them alone). First as programs of their own, then as many times within one process.
// Every verdict must be the same each time, nothing may be left behind (processes, open sockets and files, temporary files), and
// memory must stay flat. Prints a row for each run and what deviates; exits 1 where something does. With `--mocks` the mocks live
// through a day instead: `mocks.mjs`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { burn } from './burn.mjs';
import { soakMocks } from './mocks.mjs';
import { runApart, runTogether } from './runs.mjs';
import { deviations, row, slope } from './table.mjs';

/** What memory may grow by from run to run, in MiB, over all runs but the first, which fill caches. */
const GROWTH = { apart: 2, together: 1 };
const WARM = 3;

const { values, positionals: patterns } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '25' },
    idle: { type: 'boolean', default: false },
    mocks: { type: 'boolean', default: false },
    connections: { type: 'string', default: '10000' },
    messages: { type: 'string', default: '1000000' },
  },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) throw new Error('--times takes a whole number from 1');

if (values.mocks) {
  const wrong = await soakMocks({
    connections: Number(values.connections),
    messages: Number(values.messages),
    patterns,
  });
  for (const line of wrong) console.log(`✗ ${line}`);
  process.exit(wrong.length > 0 ? 1 : 0);
}

const folder = mkdtempSync(join(tmpdir(), 'proctor-soak-'));
const cool = values.idle ? () => undefined : burn();
const stop = () => process.exit(130);
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
process.once('exit', () => {
  cool();
  rmSync(folder, { recursive: true, force: true });
});

const apart = await played('programs of their own', 'MiB at most', runApart(times, folder, patterns));
const together = await played('in one process', 'MiB in use', runTogether(times, folder, patterns));
const wrong = [
  ...deviations([...apart, ...together]),
  ...grown('the memory of a run', apart, GROWTH.apart),
  ...grown('the memory of a process that runs the suite again and again', together, GROWTH.together),
];
for (const line of wrong) console.log(`✗ ${line}`);
if (wrong.length === 0) console.log(`✓ ${2 * times} runs alike`);
process.exit(wrong.length > 0 ? 1 : 0);

/** Prints the runs as they end; returns them. */
async function played(title, memory, runs) {
  console.log(row([title, 'exit', 'seconds', 'cases', 'not passed', memory, 'left behind']));
  const all = [];
  for await (const run of runs) {
    all.push(run);
    const verdicts = Object.values(run.verdicts);
    const others = verdicts.filter((verdict) => verdict !== 'pass' && verdict !== 'skipped').length;
    const left = run.left.length === 0 ? 'nothing' : `${run.left.length} things`;
    console.log(row([run.name, run.exit, run.seconds.toFixed(1), verdicts.length, others, run.mib.toFixed(1), left]));
  }
  return all;
}

function grown(what, runs, most) {
  const by = slope(runs.slice(WARM).map(({ mib }) => mib));
  console.log(`  ${what} grows by ${by.toFixed(2)} MiB from run to run (at most ${most})`);
  return by > most ? [`${what} grows by ${by.toFixed(2)} MiB from run to run`] : [];
}
