// What a whole run costs if its cases share processes, against a process for each: CPU of Proctor and of all that it starts, together.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cpuOfRun } from './measure.mjs';

const proctor = [process.execPath, 'dist/bin/proctor.mjs'];
const venv = 'targets/peers/venv/bin/python';

/** `needs`: what `npm run peers` installs for it; `limit`: the goal. */
const ROWS = [
  { name: 'server-everything over stdio', file: 'targets/mcp-everything-stdio.yaml', limit: 0.3 },
  { name: 'mcp-server-time, in Python', file: 'targets/peers/mcp-time.yaml', needs: venv, limit: 0.3 },
  { name: 'a server on FastMCP', file: 'targets/peers/mcp-fastmcp.yaml', needs: venv, limit: 0.3 },
  { name: 'the example agent of ACP', file: 'targets/sdk/acp-sdk-agent.yaml', limit: 0.3 },
  { name: 'server-everything over HTTP', file: 'targets/mcp-everything-http.yaml', limit: 0.1 },
];

/**
 * One row after the other, those whose name has `wanted` in it: the CPU of both runs in ms, their starts, and the cases that do not come to
 * the same in both. A row whose peer is not installed has no figures.
 */
export async function* shared(wanted = '') {
  for (const row of ROWS.filter(({ name }) => name.includes(wanted))) {
    if (row.needs && !existsSync(row.needs)) yield { ...row, missing: true };
    else yield { ...row, ...(await inBoth(row.file)) };
  }
}

async function inBoth(file) {
  const together = await runOf(file, 'shared');
  const alone = await runOf(file, 'case');
  const different = [...alone.verdicts]
    .filter(([id, verdict]) => together.verdicts.get(id) !== verdict)
    .map(([id, verdict]) => `${id}: ${together.verdicts.get(id)} in company, ${verdict} alone`);
  return { ratio: together.cpu / alone.cpu, together, alone, different };
}

async function runOf(file, isolation) {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-bench-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['run', '--target', resolve(file), '--isolation', isolation, '--reporter', `json=${report}`];
    const { cpu } = await cpuOfRun([...proctor, ...args]);
    const { cases, starts } = JSON.parse(readFileSync(report, 'utf8'));
    return { cpu, starts: starts.length, verdicts: new Map(cases.map(({ id, verdict }) => [id, verdict])) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
