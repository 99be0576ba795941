import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const kitRoot = new URL('../..', import.meta.url).pathname;

/** What writes to stdout or stderr past the one writer, and why it may. */
const MAY: { [file: string]: string } = {
  'src/wire/output.ts': 'the writer',
  'src/conversation/peer/shim.ts': 'carries the messages of a peer to the program under test, byte by byte',
  'src/protocols/acp/agent/start.ts': 'the messages of a mock over stdio',
  'src/protocols/bridge/runtime/start.ts': 'the messages of a mock over stdio',
  'src/protocols/mcp/server/start-options.ts': 'the messages of a mock over stdio',
  'src/protocols/trust/server/start.ts': 'the messages of a mock over stdio',
  'src/jsonrpc/serve-stdio.ts': 'ends the stream of those messages',
  'src/proxy/stdio.ts': 'the messages that a proxy passes on over stdio',
  'src/wire/clock/traffic.ts': 'counts bytes',
  'runner/cli/commands/info.ts': 'hands stdout to the writer',
  'runner/cli/commands/log/log.ts': 'hears whether stdout is still read, and waits for its reader',
  'runner/cli/commands/selftest/selftest.ts': 'hands stdout to the writer',
  'runner/cli/support/reporters.ts': 'hands stdout and stderr to the writer',
  'runner/cli/commands/mock/mock-watching.ts': 'hands stderr to the writer',
  'runner/cli/commands/proxy/proxy.ts': 'passes the stderr of a server on as it is, and hands stderr to the writer',
  'runner/cli/completion.ts': 'hands the console to the writer',
  'runner/cli/main.ts': 'hears that stdout can not be written',
  'runner/cli/ending/last-resort.ts': 'hears that stdout can not be written',
  'runner/cli/ending/sudden-end.ts': 'a writer whose text must be out before the process is gone',
};

it('nothing but the writer writes to stdout and stderr', () => {
  const found = ['src', 'runner', 'reports']
    .flatMap((folder) => readdirSync(join(kitRoot, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !file.includes('/generated/') && /process\.std(?:out|err)|console\.\w+\(?|Sync\([12]\b/.test(code(file)),
    )
    .map((file) => relative(kitRoot, file));
  expect(found.sort()).toEqual(Object.keys(MAY).sort());
});

/** A file without its comments, and without processes of others that have a stderr too. */
function code(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, '')
    .replace(/process\.std(?:out|err)\(\)/g, '');
}
