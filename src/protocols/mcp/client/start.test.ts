import { describe, expect, it } from 'vitest';
import { type JsonObject, parseJson } from '../../../json/json.js';
import { startMcpServer } from '../server/start.js';
import { HARN_PERMISSIVE, PERMISSIVE, PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { type McpClientOptions, startMcpClient } from './start.js';

/** What the client told at its end that connected to a reference server with this script over HTTP. */
async function connected(script: JsonObject, server: JsonObject = {}, more: McpClientOptions = {}) {
  const running = await startMcpServer({ transport: 'http', script: server });
  const lines: string[] = [];
  try {
    const print = (line: string) => void lines.push(line);
    const client = await startMcpClient({ url: running.url!, script, cwd: '/tmp', print, ...more });
    await client.done;
    expect(lines).toHaveLength(1);
    return { ...(parseJson(lines[0]!) as JsonObject), exit: client.exitCode() } as unknown as {
      ok: boolean;
      value: { server: string; results: JsonObject[] };
      error?: string;
      exit: number;
    };
  } finally {
    await running.close();
  }
}

const textOf = (result: JsonObject) => (result.content as { text: string }[])[0]?.text;

describe('the reference client', () => {
  it('does what its script says, one after the other, and tells what came of it', async () => {
    const { ok, value, exit } = await connected({
      do: [
        { list: 'tools' },
        { call: 'echo', arguments: { message: 'größe 😀' } },
        { call: 'slow', arguments: { steps: 2, delay_ms: 1 }, times: 2, progress: true },
        { read: 'memo://greeting' },
        { prompt: 'review', arguments: { code: 'x' } },
        { complete: { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'tone', value: 'f' } } },
        { level: 'error' },
      ],
    });
    expect([ok, exit, value.server]).toEqual([true, 0, 'proctor-reference']);
    const [tools, echo, slow, read, prompt, complete, level] = value.results;
    expect((tools as unknown as { name: string }[]).map(({ name }) => name)).toContain('echo');
    expect(textOf(echo!)).toBe('größe 😀');
    expect(slow).toHaveLength(2);
    expect(read).toHaveProperty('contents');
    expect(prompt).toHaveProperty('messages');
    expect(complete).toHaveProperty('completion');
    expect(level).toEqual({});
  });

  it.each([
    ['ask_roots', {}, {}, 'file:///tmp'],
    ['ask_sampling', { prompt: 'hi' }, {}, 'proctor-reference said'],
    ['ask_sampling', { prompt: 'hi' }, { user: { sampling: 'decline' } }, 'error -1'],
    ['ask_sampling', { prompt: 'hi' }, { offer: { sampling: false } }, 'did not declare sampling'],
    ['ask_elicitation', { message: 'hi' }, {}, '"agree":true'],
    ['ask_elicitation', { message: 'hi' }, { user: { forms: 'cancel' } }, 'chose cancel'],
    ['ask_elicitation', { message: 'hi', mode: 'url' }, {}, 'chose accept'],
    [
      'ask_elicitation',
      { message: 'hi', mode: 'url' },
      { offer: { pages: false } },
      'did not declare elicitation by URL',
    ],
  ] as const)('answers %s %j with the decisions of %j', async (call, args, more, told) => {
    const { value } = await connected({ ...more, do: [{ call, arguments: args }] } as JsonObject);
    expect(textOf(value.results[0]!)).toContain(told);
  });

  it('passes on what came of an action', async () => {
    const say = { call: 'echo', arguments: { message: '{tools.0.name}' }, as: 'said' };
    const again = { call: 'echo', arguments: { message: 'It said {said.content.0.text}.' } };
    const { value } = await connected({ do: [{ list: 'tools', as: 'tools' }, say, again] });
    expect(textOf(value.results[2]!)).toBe('It said echo.');
  });

  it('runs a call as a task where server and tool allow it, and as a plain one elsewhere', async () => {
    const task = { call: 'job', arguments: { steps: 1, delay_ms: 1 }, task: true };
    const plain = { call: 'echo', arguments: { message: 'hi' }, task: true };
    const { ok, value } = await connected({ do: [task, plain] });
    expect(ok).toBe(true);
    expect(value.results[0]!._meta).toHaveProperty(['io.modelcontextprotocol/related-task']);
    expect(textOf(value.results[1]!)).toBe('hi');
  });

  it('comes back for an answer whose connection the server has closed', async () => {
    const { value } = await connected({ do: [{ call: 'hang_up', arguments: { retry_ms: 1, delay_ms: 5 } }] });
    expect(value.results).toHaveLength(1);
  });

  it('asks for nothing that the server did not declare', async () => {
    const { ok, error, exit } = await connected({ do: [{ list: 'prompts' }] }, { prompts: [] });
    expect([ok, error, exit]).toEqual([false, 'the server did not declare prompts', 1]);
  });

  it('leaves a server that speaks another version', async () => {
    const { ok, error } = await connected({ versions: ['2024-11-05'] });
    expect([ok, error]).toEqual([false, 'the server speaks version 2025-11-25, this client 2024-11-05']);
  });

  it.each(PERMISSIVE.map(({ wordings }) => [wordings]))('works with the permissive options %j', async (wordings) => {
    const { ok, value } = await connected(
      { do: [{ call: 'echo', arguments: { message: 'hi' } }, { list: 'tools' }] },
      {},
      { permissive: wordings },
    );
    expect([ok, textOf(value.results[0]!)]).toEqual([true, 'hi']);
  });

  it('has permissive options that are all taken by some variant', () => {
    const taken = new Set(
      [...PERMISSIVE, ...HARN_PERMISSIVE].flatMap(({ wordings }) => [...PERMISSIVE_OPTIONS.read(wordings)]),
    );
    expect(taken).toEqual(new Set(PERMISSIVE_OPTIONS.names));
  });

  it('says what is wrong with its script, and that it needs a server', async () => {
    await expect(startMcpClient({ url: 'http://127.0.0.1:9', script: { do: [{ list: 'toools' }] } })).rejects.toThrow(
      '/do/0/list',
    );
    await expect(startMcpClient({})).rejects.toThrow('or say where it is with --url');
    await expect(startMcpClient({ url: 'http://127.0.0.1:9', command: ['true'] })).rejects.toThrow(
      'or say where it is with --url',
    );
  });

  it('tells that nobody is there', async () => {
    const lines: string[] = [];
    const client = await startMcpClient({ url: 'http://127.0.0.1:1/mcp', print: (line) => void lines.push(line) });
    await client.done;
    expect(parseJson(lines[0]!)).toMatchObject({ ok: false, error: 'connection refused' });
  });
});
