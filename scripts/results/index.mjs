// `npm run results [NAME…]`: runs the implementations of results/implementations.yaml that are installed, or those whose names begin so,
// and writes results/results.json and results/README.md. What is not run keeps its earlier result. With `--page` nothing is run, and the
// reasons of the findings are read again; with `--keep=FOLDER` the whole reports stay there, and `--from=FOLDER` takes those that are there instead of running anything.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { importSource } from '../import-source.mjs';
import { digest, reasonsIn, withReasons } from './digest.mjs';
import { keyOf, listedRuns } from './implementations.mjs';
import { page } from './page.mjs';

const root = resolve(import.meta.dirname, '../..');
process.chdir(root);
const FILE = 'results/results.json';
/** Exit codes of a run that came to verdicts. */
const JUDGED = [0, 1];

const { recordLine } = await importSource('reports/text/record.ts');
const { recordOf } = await importSource('src/recording/record-json.ts');
/** One record of a report, where bytes are a text in base64. */
const line = (record, width) => recordLine(recordOf(record), width);
const unknown = process.argv.slice(2).find((one) => /^-(?!-(page|keep=.+|from=.+)$)/.test(one));
if (unknown !== undefined) {
  console.error(`unknown option ${unknown}: npm run results -- [NAME…] [--page] [--keep=FOLDER] [--from=FOLDER]`);
  process.exit(2);
}
const names = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const option = (name) => process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const [keep, from] = [option('keep'), option('from')];
const earlier = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { runs: [] };
const listed = listedRuns(root);
const results = new Map(earlier.runs.map((one) => [keyOf(one), one]));

let failed = 0;
for (const run of process.argv.includes('--page') ? [] : listed) {
  if (names.length > 0 && !names.some((name) => run.name.startsWith(name))) continue;
  if (from === undefined && !run.installed) {
    console.log(`- ${run.name}: not installed (npm run peers)`);
    continue;
  }
  if (from !== undefined && !existsSync(keptIn(from, run))) continue;
  try {
    const result = await resultOf(run);
    results.set(keyOf(result), result);
    const { pass, fail, untestable } = result.counts;
    console.log(`✓ ${keyOf(result)}: ${pass} passed, ${fail} failed, ${untestable} untestable`);
  } catch (error) {
    failed += 1;
    console.error(`✗ ${run.name}: ${error.message}`);
  }
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const order = listed.map(({ name }) => name);
const runs = [...results.values()]
  .filter(({ name }) => order.includes(name))
  .map((one) => withReasons(one, reasonsFor(one)))
  .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
const all = { proctor: version, runs };
writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
writeFileSync('results/README.md', `${page(all)}\n`);
process.exitCode = failed > 0 ? 1 : 0;

async function resultOf(run) {
  const report = from === undefined ? await reportOf(run) : JSON.parse(readFileSync(keptIn(from, run), 'utf8'));
  return digest(run, report, line, reasonsOf(run));
}

function reasonsOf({ expected }) {
  return expected ? reasonsIn(expectedFile(expected)) : new Map();
}

/** The reasons of all listed runs that a result may be of. */
function reasonsFor({ name, transport, protocol }) {
  const runs = listed.filter(
    (run) => run.name === name && (run.transport ?? transport) === transport && (run.protocol ?? protocol) === protocol,
  );
  return new Map(runs.flatMap((run) => [...reasonsOf(run)]));
}

/** Runs it, and reads what it reports. */
async function reportOf(run) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-results-'));
  const file = join(folder, 'report.json');
  const how = [
    ...(run.transport ? ['--transport', run.transport] : []),
    ...(run.protocol ? ['--version', run.protocol] : []),
  ];
  try {
    const args = ['run', '--target', resolve(run.target), ...how, '--reporter', `json=${file}`];
    const { code, stderr } = await exitOf(['dist/bin/proctor.mjs', ...args], { TMPDIR: folder });
    if (!JUDGED.includes(code)) throw new Error(`exit ${code}: ${stderr.trim().split('\n').at(-1)}`);
    if (keep !== undefined) {
      mkdirSync(keep, { recursive: true });
      copyFileSync(file, keptIn(keep, run));
    }
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where the report of a run is kept in a folder. */
function keptIn(folder, { expected, target }) {
  return join(folder, `${expected ?? basename(target, '.yaml')}.json`);
}

function expectedFile(name) {
  const paths = readdirSync('test/expected', { recursive: true, encoding: 'utf8' });
  const path = paths.find((one) => basename(one) === `${name}.json`);
  if (path === undefined) throw new Error(`test/expected has no ${name}.json`);
  return join('test/expected', path);
}

function exitOf(args, variables) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr = (stderr + text).slice(-4_000);
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stderr }));
  });
}
