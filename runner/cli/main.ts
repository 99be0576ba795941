#!/usr/bin/env node
import { readMockLine } from '../../src/mock/line.js';
import { stderr, stdout } from '../../src/wire/output.js';
import { packedCommands, packedMock } from './packed.js';
import { version } from './support/version.js';

const [first, ...rest] = process.argv.slice(2);
const mock = first === 'mock' ? readMockLine(rest) : undefined;

// Node's own start-up is most of `--version` and of a mock: each loads only what it needs.
if (rest.length === 0 && (first === '--version' || first === '-V')) {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') return;
    process.stderr.on('error', () => undefined);
    stderr.write(`proctor: the output can't be written: ${message}\n`);
    process.exitCode = 2;
  });
  stdout.write(`${version}\n`);
} else if (mock) {
  const { mockCommand } = packedMock(mock.role, mock.options) ?? packedCommands(first);
  process.exitCode = await mockCommand(mock.role, mock.options);
} else {
  await packedCommands(first).program(process.argv);
}
