import { afterEach, expect, it, vi } from 'vitest';
import { memoryPair } from '../../../jsonrpc/link.js';
import { type ClientOptions, startClient } from './start.js';

const { isTTY } = process.stderr;
afterEach(() => {
  process.stderr.isTTY = isTTY;
  vi.restoreAllMocks();
});

/** What a client writes to stderr that starts an agent which is gone at once. */
async function written(terminal: boolean, options: Partial<ClientOptions> = {}): Promise<string> {
  process.stderr.isTTY = terminal;
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const [pipes] = memoryPair();
  const program = {
    ...pipes,
    write: () => {},
    end: () => {},
    reset: () => {},
    traffic: () => ({ sent: 0, received: 0 }),
  };
  const spawn: ClientOptions['spawn'] = async () => ({
    pipes: { ...program, listen: (listener) => listener({ kind: 'closed', closed: { how: 'end' } }) },
    stop: async () => ({ code: 0, signal: null }),
    stderr: () => '',
  });
  const client = await startClient({ command: ['agent'], spawn, print: () => undefined, ...options });
  await client.done;
  const told = write.mock.calls.join('');
  write.mockRestore();
  return told;
}

it('recommends a script to a person who lets the agent do everything, and to nobody else', async () => {
  expect(await written(true)).toMatch(/^Recommended: .* permissions: \[\{ tool: "\*", answer: reject \}\]\n/);
  expect(await written(false)).toBe('');
  expect(await written(true, { script: { permissions: [{ tool: '*', answer: 'reject' }] } })).toBe('');
  expect(await written(true, { warn: () => undefined })).toBe('');
});
