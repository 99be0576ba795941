import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trafficOf, writeTraffic } from './traffic.js';

/**
 * Records the kit's half of its conversations with a reference: plays all cases of the role over the transport, and keeps
 * what the kit sent in `file`. Returns what was recorded, in words. Rejects where nothing could be.
 */
export async function record(root: string, role: string, transport: string, file: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'proctor-fuzz-'));
  try {
    const report = join(folder, 'events.ndjson');
    const target = join(root, 'targets/reference', `${role.replace('/', '-')}.yaml`);
    const argv = [
      join(root, 'dist/bin/proctor.mjs'),
      'run',
      '--target',
      target,
      '--transport',
      transport,
      '--reporter',
      `ndjson=${report}`,
    ];
    const folders = join(folder, 'tmp');
    mkdirSync(folders);
    await ended(argv, folder, folders);
    const traffic = trafficOf(readFileSync(report, 'utf8').split('\n'), folders);
    if (traffic.talks.length === 0) throw new Error(`no case of ${role} said anything over ${transport}`);
    writeTraffic(file, traffic);
    return `recorded ${role} over ${transport}: ${traffic.talks.length} conversations, ${traffic.frames.length} different frames`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs Node with these arguments to its end, whatever that is. `tmp` is where it has its temporary files. */
function ended(argv: readonly string[], cwd: string, tmp: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, TMPDIR: tmp };
    const child = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}
