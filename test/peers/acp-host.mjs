// A host on the official ACP SDK: what the SDK leaves to its user is done in the plainest way. Behind `--` its agent.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';

const end = process.argv.indexOf('--');
const flags = process.argv.slice(2, end);
const [program, ...args] = process.argv.slice(end + 1);
const spawned = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const cancels = flags.includes('--cancel');
let cancelled;
const cancelling = new Promise((done) => {
  cancelled = done;
});

const { session, fs } = acp.methods.client;
const { agent } = acp
  .client({ name: 'sdk-host' })
  .onRequest(session.requestPermission, async ({ params: { options } }) => {
    if (cancels) await cancelling;
    const kind = flags.includes('--reject') ? 'reject' : 'allow';
    const option = cancels ? undefined : options.find((one) => one.kind.startsWith(kind));
    return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } };
  })
  .onRequest(fs.readTextFile, async ({ params: { path, line, limit } }) => {
    const text = await readFile(path, 'utf8');
    if (!line && !limit) return { content: text };
    const lines = text.split('\n').slice((line ?? 1) - 1);
    return { content: lines.slice(0, limit ?? undefined).join('\n') };
  })
  .onRequest(fs.writeTextFile, async ({ params: { path, content } }) => {
    await writeFile(path, content);
    return {};
  })
  .onNotification(session.update, async ({ params: { sessionId, update } }) => {
    if (!cancels || update.sessionUpdate !== 'agent_message_chunk') return;
    await agent.notify(acp.methods.agent.session.cancel, { sessionId });
    cancelled();
  })
  .connect(acp.ndJsonStream(Writable.toWeb(spawned.stdin), Readable.toWeb(spawned.stdout)));

try {
  const { protocolVersion } = await agent.request('initialize', {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
    clientInfo: { name: 'sdk-host', version: '1.0.0' },
  });
  if (protocolVersion !== acp.PROTOCOL_VERSION) throw new Error(`the agent speaks version ${protocolVersion}`);
  const { sessionId } = await agent.request('session/new', { cwd: process.cwd(), mcpServers: [] });
  for (const text of cancels || flags.includes('--twice') ? ['hello', 'go on'] : ['hello'])
    await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
