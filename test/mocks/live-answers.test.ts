import { renameSync, writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect } from 'vitest';
import { it, type Running, type Sandbox } from '../testing/program.js';

const answers = (mail: string) => `answers:
  - on: { request: tools/call, where: { params: { name: login } } }
    then: inside
    reply: { result: { content: [] } }
  - on: { request: tools/call, where: { params: { name: mail } } }
    state: inside
    reply: { result: { content: [{ type: text, text: "${mail}" }] } }
`;

/** A mock over HTTP that answers by a file, a client of it, and what the mock says on stderr. */
async function mockOf(sandbox: Sandbox, ...more: string[]) {
  const file = sandbox.file('answers.yaml', answers('none'));
  const mock: Running = sandbox.start(['mock', 'mcp/server', '--transport', 'http', '--answers', file, ...more]);
  let stderr = '';
  mock.child.stderr?.on('data', (text: string) => {
    stderr += text;
  });
  const client = new Client({ name: 'sdk', version: '1' });
  const url = (await mock.firstLine()).replace('listening on ', '');
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const call = async (name: string) => (await client.callTool({ name })).content as { text: string }[];
  const end = async () => {
    await client.close();
    mock.signal('SIGTERM');
    return mock.done;
  };
  return { file, call, said: () => stderr, end };
}

describe('answers that are saved while a client calls', () => {
  it('hold at once in the states that sessions have, in place and by a rename', async ({ sandbox }) => {
    const { file, call, said, end } = await mockOf(sandbox);
    await call('login');
    expect(await call('mail')).toMatchObject([{ text: 'none' }]);
    writeFileSync(file, answers('one'));
    await expect.poll(said).toBe('proctor: answers reloaded: 1 answer changed\n');
    expect(await call('mail')).toMatchObject([{ text: 'one' }]);
    writeFileSync(`${file}~`, `${answers('two')}  - { on: { request: never }, reply: { result: {} } }\n`);
    renameSync(`${file}~`, file);
    await expect.poll(said).toContain('answers reloaded: 1 answer added, 1 changed\n');
    expect(await call('mail')).toMatchObject([{ text: 'two' }]);
    const { exit, stderr } = await end();
    // What was used before it was changed was used.
    expect([exit, stderr.match(/never used.*/g)]).toEqual([0, ['never used: request never']]);
    expect(stderr).toContain(`${file}:8  never used`);
  });

  it('change nothing if they are broken, and stderr says where', async ({ sandbox }) => {
    const { file, call, said, end } = await mockOf(sandbox);
    await call('login');
    writeFileSync(file, answers('${parms}'));
    await expect.poll(said).toContain("the saved answers can't be used, the last good ones go on\n");
    await expect.poll(said).toContain(`${file}:7:22  nothing is called \${parms}; did you mean params?\n`);
    expect(await call('mail')).toMatchObject([{ text: 'none' }]);
    writeFileSync(file, 'answers: [');
    await expect.poll(said).toMatch(/the last good ones go on[\s\S]*the last good ones go on\n.*answers\.yaml:1:/);
    writeFileSync(file, answers('mended'));
    await expect.poll(said).toContain('answers reloaded: 1 answer changed\n');
    expect(await call('mail')).toMatchObject([{ text: 'mended' }]);
    expect((await end()).exit).toBe(0);
  });
});
