import { LegacyRestTransport } from 'a2a-sdk-1/compat/v0_3/client';
import { describe, expect } from 'vitest';
import { peer } from '../testing/peers.js';
import { it, PROCTOR, type Running, type Sandbox } from '../testing/program.js';
import { ended, expectSound, proxied, tee } from './over-http.js';

const node = process.execPath;
const ROLE = ['--role', 'a2a/server', '--transport', 'rest'];

async function mocked(sandbox: Sandbox, ...more: string[]): Promise<{ server: Running; at: string }> {
  const server = sandbox.launch([node, PROCTOR, 'mock', 'a2a/server', '--transport', 'rest', ...more]);
  return { server, at: (await server.firstLine()).replace('listening on ', '') };
}

const message = (text: string) => ({
  message: { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text }] },
});

const post = (url: string, path: string, body: object) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('proctor proxy over REST', () => {
  it('carries a session of two official SDKs byte for byte, which passes as a case', async ({ sandbox }) => {
    const server = sandbox.launch([node, peer('a2a-agent.mjs')]);
    const at = `${(await server.firstLine()).replace('listening on ', '')}/rest`;
    const inner = await tee(at);
    const { running, url } = await proxied(sandbox, [
      ...ROLE,
      '--url',
      inner.url,
      '--record',
      'r',
      '--fail-on',
      'must',
    ]);
    const outer = await tee(url);
    const client = new LegacyRestTransport({ endpoint: outer.url });
    const said = (text: string) => ({
      tenant: '',
      configuration: undefined,
      metadata: undefined,
      message: {
        ...{
          messageId: 'm',
          contextId: '',
          taskId: '',
          role: 1,
          metadata: undefined,
          extensions: [],
          referenceTaskIds: [],
        },
        parts: [{ content: { $case: 'text' as const, value: text }, metadata: undefined, filename: '', mediaType: '' }],
      },
    });
    const result = await client.sendMessage(said('größer 😀'));
    expect(JSON.stringify(result)).toContain('größer 😀');
    const events: unknown[] = [];
    for await (const event of client.sendMessageStream(said('say streamed'))) events.push(event);
    expect(events.length).toBeGreaterThan(1);
    await expect(client.getTask({ tenant: '', id: 'nobody', historyLength: undefined })).rejects.toThrow(/not found/i);
    await expectSound(sandbox, running, 'a2a/server');
    const bodies = outer.bytes();
    expect(inner.bytes()).toEqual(bodies);
    expect(bodies.map(([asked]) => asked!.replace(/;.*/, ''))).toEqual([
      'GET /rest/v1/tasks/nobody 404 application/json',
      'POST /rest/v1/message:send 201 application/json',
      'POST /rest/v1/message:stream 200 text/event-stream',
    ]);
    const log = (await sandbox.run(['log', 'r'])).stdout;
    for (const words of ['→  message/send', '→  message/stream', '→  tasks/get', 'error #'])
      expect(log).toContain(words);
    const { entries } = (JSON.parse((await sandbox.run(['record', 'to-har', 'r'])).stdout) as Har).log;
    expect(entries.map(({ request }) => request.postData?.text ?? '').sort()).toEqual(
      bodies.map(([, sent]) => Buffer.from(sent!, 'latin1').toString()).sort(),
    );
    await outer.close();
    await inner.close();
    const made = await sandbox.run(['record', 'to-case', 'r', '--id', 'own.rest.first']);
    expect(made.stdout).toContain('--transport rest --url');
    expect(made.stderr).toContain('`dialect: protojson` in its transport rest');
    const rest = `{ url: ${JSON.stringify(at)}, dialect: protojson }`;
    sandbox.file('proctor.yaml', `name: sdk\nrole: a2a/server\ncases: conformance\ntransports: { rest: ${rest} }\n`);
    const ran = await sandbox.run(['run', 'own.rest.first']);
    expect([ran.exit, ran.stdout]).toEqual([0, expect.stringContaining(' 6 passed; 2 skipped')]);
    await ended(server);
  });

  it('finds nothing wrong with a sound session', async ({ sandbox }) => {
    const { server, at } = await mocked(sandbox);
    const { running, url } = await proxied(sandbox, [...ROLE, '--url', at, '--fail-on', 'any', '--record', 'r']);
    expect((await post(url, '/v1/message:send', message('quick yes'))).status).toBe(200);
    const stream = await post(url, '/v1/message:stream', message('say yes'));
    expect(await stream.text()).toContain('"statusUpdate"');
    await expectSound(sandbox, running, 'a2a/server');
    await ended(server);
  });

  it('shows what either side breaks', async ({ sandbox }) => {
    sandbox.file('faults.yaml', 'faults: [{ sends: { reply: message/send }, do: { remove: /result/contextId } }]\n');
    const { server, at } = await mocked(sandbox, '--fault', 'faults.yaml');
    const { running, url } = await proxied(sandbox, [...ROLE, '--url', at, '--fail-on', 'must']);
    await post(url, '/v1/message:send', message('say yes'));
    await post(url, '/v1/message:send', { message: { kind: 'message', parts: 7 } });
    running.signal('SIGINT');
    const { exit, stderr } = await running.done;
    expect(exit).toBe(1);
    expect(stderr).toMatch(/✗ .*→ {2}message\/send.*A2A-CLI-001.*\(by a2a\/client\)/);
    expect(stderr).toMatch(/✗ .*← {2}reply #"request-1" to message\/send.*A2A-SEND-017.*contextId.*\(by a2a\/server\)/);
    await ended(server);
  });

  it('breaks requests and replies in the form that they have', async ({ sandbox }) => {
    const faults = [
      '{ hears: { request: tasks/get }, do: { set: { /params/id: other } } }',
      '{ sends: { reply: message/send }, do: { remove: /result/contextId } }',
    ];
    sandbox.file('faults.yaml', `faults:\n${faults.map((one) => `  - ${one}\n`).join('')}`);
    const { server, at } = await mocked(sandbox);
    const { running, url } = await proxied(sandbox, [...ROLE, '--url', at, '--fault', 'faults.yaml']);
    const sent = await post(url, '/v1/message:send', message('say yes'));
    const { task } = (await sent.json()) as { task: { id: string } };
    expect(task).toMatchObject({ kind: 'task', status: { state: 'completed' } });
    expect(task).not.toHaveProperty('contextId');
    const got = await fetch(new URL(`/v1/tasks/${task.id}`, url));
    expect([got.status, await got.text()]).toEqual([404, expect.stringContaining('Task not found: \\"other\\"')]);
    await ended(running);
    await ended(server);
  });

  it('does not judge requests over REST by the rules of JSON-RPC, and says so once', async ({ sandbox }) => {
    const { server, at } = await mocked(sandbox);
    const { running, url } = await proxied(sandbox, ['--role', 'a2a/server', '--url', at]);
    for (const word of ['one', 'two']) await post(url, '/v1/message:send', message(`say ${word}`));
    running.signal('SIGINT');
    const { exit, stderr } = await running.done;
    const hint = 'proctor: requests of A2A over REST pass: they are not judged unless you add `--transport rest`\n';
    expect([exit, stderr]).toEqual([0, hint]);
    await ended(server);
  });
});

interface Har {
  log: { entries: { request: { postData?: { text: string } } }[] };
}
