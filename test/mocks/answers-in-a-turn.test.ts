import { describe, expect } from 'vitest';
import { it, PROCTOR } from '../testing/program.js';

describe('a rule of --answers', () => {
  it('writes several files of the client in one turn, one after the other', async ({ sandbox }) => {
    const write = (name: string) =>
      `{ request: fs/write_text_file, params: { sessionId: "\${session}", path: "${sandbox.folder}/${name}", content: ${name} } }`;
    sandbox.file(
      'answers.yaml',
      `answers:
  - on: { request: session/prompt }
    save: { session: /params/sessionId }
    send: [${write('one')}, ${write('two')}]
    reply: { result: { stopReason: end_turn } }
`,
    );
    const agent = [process.execPath, PROCTOR, 'mock', 'acp/agent', '--answers', 'answers.yaml'];
    const { exit, stderr } = await sandbox.run(['mock', 'acp/client', '--judge', '--log', '--', ...agent]);
    expect([exit, sandbox.read('one'), sandbox.read('two')]).toEqual([0, 'one', 'two']);
    const order = ['←  fs/write_text_file', '→  reply', '←  fs/write_text_file', '→  reply', '←  reply'];
    const said = stderr.split('\n').slice(stderr.split('\n').findIndex((line) => line.includes('session/prompt')));
    expect(said.flatMap((line) => /(?:→|←) {2}(?:fs\/write_text_file|reply)/.exec(line)?.[0] ?? [])).toEqual(order);
  });
});
