#!/usr/bin/env node
// A relay for `--wrap` in front of a reference of ours that keeps `--clock` to itself.
import { spawn } from 'node:child_process';

const [program, ...args] = process.argv.slice(2);
const at = args.indexOf('--clock');
const child = spawn(program, at < 0 ? args : args.toSpliced(at, 2), { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
