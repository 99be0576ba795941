import { describe, expect } from 'vitest';
import { overSocket, pairs, SCRIPTS } from '../testing/mock-pairs.js';
import { it, PROCTOR, type Sandbox } from '../testing/program.js';

/** Every mock of a server answers its client from a recording as it did itself, over every transport and in every version. */

interface Line {
  record?: { from: string; channel: string; method?: string; message?: { [member: string]: unknown } };
}

/** What the server said to each request of a log of the client, by its method: kinds and methods of the messages. */
function saidIn(sandbox: Sandbox, file: string): string[] {
  const lines = sandbox.read(file).trim().split('\n');
  const records = lines.flatMap((line) => (JSON.parse(line) as Line).record ?? []);
  return records.flatMap(({ from, message, method }) => {
    if (from !== 'target' || !message) return [];
    const kind =
      'error' in message ? 'error' : 'result' in message ? 'result' : 'id' in message ? 'request' : 'notification';
    return [`${kind} ${message.method ?? method}`];
  });
}

/** A script without the prompts that take long: how long something took is not replayed. */
function quick(script: { prompts?: readonly string[] } | undefined): object | undefined {
  const { prompts } = script ?? {};
  return prompts ? { ...script, prompts: prompts.filter((prompt) => !['talk', 'steps'].includes(prompt)) } : script;
}

describe.each(await pairs())('$client and $server over $transport in $version', (pair) => {
  const { client, server, transport, version } = pair;

  it('say the same if the server is replayed', { timeout: 60_000 }, async ({ sandbox }) => {
    const clientScript = quick(SCRIPTS[client]?.());
    const serverScript = SCRIPTS[server]?.();
    if (clientScript) sandbox.file('client.json', JSON.stringify(clientScript));
    if (serverScript) sandbox.file('server.json', JSON.stringify(serverScript));
    const asClient = (log: string) => {
      const script = clientScript ? ['--script', 'client.json'] : [];
      return ['mock', client, '--version', version, `--log=${log}`, '--judge', ...script];
    };
    const play = async (log: string, asServer: string[]) => {
      if (transport !== 'stdio') return overSocket(sandbox, asClient(log), asServer, transport);
      const played = await sandbox.run([...asClient(log), '--', process.execPath, PROCTOR, ...asServer]);
      expect([played.exit, played.stdout], played.stderr).toEqual([0, expect.stringContaining('"ok":true')]);
    };
    const real = ['mock', server, '--version', version, ...(serverScript ? ['--script', 'server.json'] : [])];
    await play('first.ndjson', real);
    await play('second.ndjson', ['mock', server, '--replay', 'first.ndjson']);
    expect(saidIn(sandbox, 'second.ndjson')).toEqual(saidIn(sandbox, 'first.ndjson'));
  });
});
