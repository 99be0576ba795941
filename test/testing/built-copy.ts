import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import type { Report } from './program.js';
import { WarmProgram } from './warm.js';

const ROOT = resolve(import.meta.dirname, '../..');
/** Proctor without the parts that a protocol has no business with. */
const SOURCES = [
  'src',
  'runner',
  'reports',
  'schemas',
  'cases',
  'profiles',
  'scripts',
  'targets',
  'package.json',
  'package-lock.json',
];

/** A copy of Proctor that a test has changed, built: what it is made of and what its runs come to. */
export class BuiltCopy {
  private program: WarmProgram | undefined;

  private constructor(readonly folder: string) {}

  /** Copies the sources, changes them, generates and builds. Fails if one of these does. */
  static async make(change: (folder: string) => void): Promise<BuiltCopy> {
    const copy = new BuiltCopy(mkdtempSync(join(tmpdir(), 'copy-of-proctor-')));
    const isHeavy = (path: string) => path.includes('/peers/node_modules');
    for (const part of SOURCES)
      cpSync(join(ROOT, part), join(copy.folder, part), { recursive: true, filter: (path) => !isHeavy(path) });
    symlinkSync(join(ROOT, 'node_modules'), join(copy.folder, 'node_modules'));
    change(copy.folder);
    for (const script of ['scripts/generate.mjs', 'scripts/build.mjs']) {
      const { code, stdout, stderr } = await copy.node(script);
      expect({ code, stderr: stderr.includes('rror') ? stderr + stdout : '' }).toEqual({ code: 0, stderr: '' });
    }
    copy.program = new WarmProgram(join(copy.folder, 'dist/bin/proctor.mjs'));
    return copy;
  }

  node(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((done) => {
      execFile(process.execPath, args, { cwd: this.folder, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  }

  /** Runs cases; returns the verdicts by id. */
  async run(...args: string[]) {
    const call = { cwd: this.folder, env: process.env, args: ['run', ...args, '--reporter', 'json'] };
    const { exit, stdout, stderr } = await this.program!.call(call, new AbortController().signal);
    if (!stdout.startsWith('{')) throw new Error(stderr);
    const { cases } = JSON.parse(stdout) as Report;
    return { code: exit, verdicts: Object.fromEntries(cases.map(({ id, verdict }) => [id, verdict])) };
  }

  remove(): void {
    this.program?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
