// An ACP agent that is right but for the habits that its command line names.
import { createInterface } from 'node:readline';

const habits = new Set(process.argv.slice(2));
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const reply = (id, result) => {
  const times = habits.has('twice') && result.stopReason ? 2 : 1;
  for (let n = 0; n < times; n++) say({ id: habits.has('text-ids') ? String(id) : id, result });
};

console.error('the agent is here');
if (habits.has('logs')) console.log('agent 1.0 starting');
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (habits.has('mute')) continue;
  if (method === 'initialize') reply(id, { protocolVersion: 1, agentCapabilities: {} });
  if (method === 'session/new') reply(id, { sessionId: 'one' });
  if (method === 'session/prompt') {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hi' } };
    say({
      method: 'session/update',
      params: { sessionId: habits.has('other-session') ? 'two' : 'one', update },
    });
    if (habits.has('leaves')) process.exit(0);
    reply(id, { stopReason: habits.has('own-stop-reason') ? 'finished' : 'end_turn' });
  }
}
