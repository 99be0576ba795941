#!/usr/bin/env node
// A program to put in front of a target (`--wrap`): adds its argv as a line of JSON to the file that WRAP_LOG names, then
// runs it with its own streams and exits as it does.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [program, ...args] = process.argv.slice(2);
appendFileSync(process.env.WRAP_LOG, `${JSON.stringify([program, ...args])}\n`);
spawn(program, args, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));
