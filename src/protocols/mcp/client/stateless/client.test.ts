import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { streamPipes } from '../../../../conversation/lanes/stream-pipes.js';
import { type JsonObject, parseJson } from '../../../../json/json.js';
import { defaultLimits } from '../../../../wire/limits.js';
import type { PeerProgram } from '../../../../wire/process/stdio.js';
import { startMcpServer } from '../../server/start.js';
import { STATELESS } from '../../stateless.js';
import { startMcpClient } from '../start.js';

interface Told {
  ok: boolean;
  value: { server: string; results: JsonObject[] };
  error?: string;
}

/** What the client told at its end that had a reference server without sessions to speak with, over this transport. */
async function told(transport: 'http' | 'stdio', script: JsonObject): Promise<Told> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = await startMcpServer({ transport, version: STATELESS, input, output });
  const lines: string[] = [];
  const spawned: PeerProgram = {
    pipes: streamPipes(input, output, defaultLimits),
    stderr: () => '',
    stop: async () => {
      input.end();
      await server.done;
      return { code: 0, signal: null };
    },
  };
  try {
    const client = await startMcpClient({
      ...(transport === 'http' ? { url: server.url! } : { command: ['server'], spawn: async () => spawned }),
      version: STATELESS,
      script,
      cwd: '/tmp',
      print: (line) => void lines.push(line),
    });
    await client.done;
    return parseJson(lines[0]!) as unknown as Told;
  } finally {
    await server.close();
  }
}

const textOf = (result: JsonObject) => (result.content as { text: string }[])[0]?.text;

describe.each(['http', 'stdio'] as const)('the reference client without sessions over %s', (transport) => {
  it('does what its script says', async () => {
    const { ok, error, value } = await told(transport, {
      do: [
        { list: 'tools' },
        { call: 'echo', arguments: { message: 'größe 😀' } },
        { call: 'route', arguments: { region: 'größe 😀', priority: 7, urgent: false, job: { name: ' x ' } } },
        { read: 'memo://greeting' },
        { prompt: 'review', arguments: { code: 'x' } },
        { complete: { ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'tone', value: 'f' } } },
        { level: 'error' },
      ],
    });
    expect([ok, error, value.server]).toEqual([true, undefined, 'proctor-reference']);
    const [, echo, route] = value.results;
    expect(textOf(echo!)).toBe('größe 😀');
    expect(textOf(route!)).toBe('To größe 😀.');
  });

  it('mirrors arguments of a tool that it has not listed, once it is told that they lack', async () => {
    const { ok, value } = await told(transport, { do: [{ call: 'route', arguments: { region: 'us-west1' } }] });
    expect([ok, textOf(value.results[0]!)]).toEqual([true, 'To us-west1.']);
  });

  it.each([
    ['ask_roots', {}, {}, 'file:///tmp'],
    ['ask_sampling', { prompt: 'hi' }, {}, 'proctor-reference said'],
    ['ask_elicitation', { message: 'hi' }, { user: { forms: 'cancel' } }, 'chose cancel'],
    ['ask_elicitation', { message: 'hi', mode: 'url' }, {}, 'chose accept'],
    ['ask_twice', {}, {}, 'text likes text'],
  ])('answers what %s(%j) asks', async (call, args, script, text) => {
    const { ok, error, value } = await told(transport, { do: [{ call, arguments: args }], ...script });
    expect([ok, error]).toEqual([true, undefined]);
    expect(textOf(value.results[0]!)).toContain(text);
  });

  it('lets a request be that the user refuses to answer', async () => {
    const script = { do: [{ call: 'ask_sampling', arguments: { prompt: 'hi' } }], user: { sampling: 'decline' } };
    expect(await told(transport, script)).toMatchObject({ ok: false });
  });

  it('cancels what the user takes back', async () => {
    const { value } = await told(transport, {
      do: [
        { call: 'slow', arguments: { steps: 5, delay_ms: 10_000 }, cancelAfterMs: 1 },
        { call: 'echo', arguments: { message: 'hi' } },
      ],
    });
    expect(value.results).toMatchObject([{ cancelled: true }, { content: [{ text: 'hi' }] }]);
  });
});
