#!/usr/bin/env node
import { version } from './version.js';

/** Node's own start-up is most of `--version`; nothing else is loaded for it. */
if (process.argv.length === 3 && (process.argv[2] === '--version' || process.argv[2] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  const { program } = await import('./program.js');
  await program(process.argv);
}
