#!/usr/bin/env node
// Makes session.ndjson anew: the mock client of Harn does with the mock agent what session.yaml says, and --log writes down what
// both say. What the log tells of the folder in which they worked is told of /home/user/project.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOLD = '/home/user/project';
const here = (name) => join(import.meta.dirname, name);
const proctor = [process.execPath, here('../../dist/bin/proctor.mjs')];

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'harn-session-')));
try {
  const cwd = join(folder, 'project');
  mkdirSync(join(cwd, 'docs'), { recursive: true });
  const script = join(folder, 'session.yaml');
  const log = join(folder, 'session.ndjson');
  writeFileSync(script, readFileSync(here('session.yaml'), 'utf8').replaceAll(TOLD, cwd));
  const client = [...proctor, 'mock', 'harn/client', '--script', script, `--log=${log}`];
  const agent = [...proctor, 'mock', 'harn/agent', '--permissive', 'sign-in'];
  const [program, ...args] = [...client, '--', ...agent];
  const { status } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error(`the client ended with ${status}`);
  writeFileSync(here('session.ndjson'), readFileSync(log, 'utf8').replaceAll(cwd, TOLD));
} finally {
  rmSync(folder, { recursive: true });
}
