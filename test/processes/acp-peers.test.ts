import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { judged, toldOnce } from '../testing/expected.js';
import { peer } from '../testing/peers.js';
import { it } from '../testing/program.js';

/** Agents that others wrote, on a model that is a script. They are heavy: `npm run peers` installs them. */
const root = resolve(import.meta.dirname, '../..');
/** With PROCTOR_TEST_WHOLE=1 every case is played, not only a part: ten minutes for each. */
const whole = process.env.PROCTOR_TEST_WHOLE === '1';

interface Stub {
  startModel(): Promise<{ url: string; close(): void }>;
}
const agents = [
  { name: 'claude-agent-acp', at: '@agentclientprotocol/claude-agent-acp' },
  { name: 'opencode-acp', at: 'opencode-linux-x64' },
  { name: 'gemini-cli', at: '@google/gemini-cli' },
];
/** A turn that is cancelled while it talks, a tool that the user refuses, and a session that is opened again. */
const part = [
  'acp.agent.cancel.moments.mid-stream',
  'acp.agent.permission.not-granted.rejected',
  'acp.agent.sessions.resume',
];

describe('agents with a model behind them', () => {
  it.for(agents)(
    '$name fails what is known of it and nothing else',
    { timeout: 2_400_000 },
    async ({ name, at }, { sandbox, skip }) => {
      if (!existsSync(resolve(root, 'targets/peers/node_modules', at))) skip(`${at} is not installed: npm run peers`);
      const args = ['--target', resolve(root, `targets/${name}.yaml`), ...(whole ? [] : part)];
      await judged(sandbox, name, args);
    },
  );
});

it('every expected failure of the agents has one entry, with a reason', () => {
  for (const { name } of agents) toldOnce(name);
});

describe('the stub of a model', () => {
  const asked = (text: string) => ({
    stream: true,
    messages: [
      { role: 'system', content: 'Working directory: /some/folder\nPlatform: linux' },
      { role: 'user', content: text },
    ],
  });
  const schema = { properties: { filePath: {} } };
  const context = '<session_context>\n- **Workspace Directories:**\n  - /some/folder\n</session_context>';
  const apis = [
    { path: '/v1/messages', tools: [{ name: 'Read', input_schema: schema }], end: 'event: message_stop', asked },
    {
      path: '/v1/chat/completions',
      tools: [{ type: 'function', function: { name: 'read', parameters: schema } }],
      end: 'data: [DONE]',
      asked,
    },
    {
      path: '/v1beta/models/stub:streamGenerateContent',
      tools: [{ functionDeclarations: [{ name: 'read_file', parametersJsonSchema: schema }] }],
      end: '"finishReason":"STOP"',
      asked: (text: string) => ({ contents: [{ role: 'user', parts: [{ text: context }, { text }] }] }),
    },
  ];

  it.for(apis)('returns its message, and calls tools, at $path', async ({ path, tools, end, asked }) => {
    const { startModel } = (await import(peer('model-stub.mjs'))) as Stub;
    const model = await startModel();
    const ask = async (text: string) => {
      const body = JSON.stringify({ ...asked(text), model: 'stub', tools });
      return (await fetch(`${model.url}${path}`, { method: 'POST', body })).text();
    };
    const said = await ask('say größer 😀');
    expect(said).toContain('"😀"');
    expect(said).toContain(end);
    expect(await ask('say größer 😀')).toHaveLength(said.length);
    const called = await ask('read notes.txt');
    expect(called.replaceAll('\\', '')).toContain('{"filePath":"/some/folder/notes.txt"}');
    expect(called).toContain(end);
    expect(await ask('whatever')).toContain('What can I do?');
    model.close();
    await expect(fetch(model.url)).rejects.toThrow();
  });
});
