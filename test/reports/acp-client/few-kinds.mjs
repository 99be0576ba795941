// Refuses a permission request for a tool call whose kind it does not know, such as switch_mode: get-bb/bb#2198
import { Refusal, run } from '../bases/acp-client.mjs';

const KINDS = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'other'];
await run({
  checkToolCall({ kind }) {
    if (kind != null && !KINDS.includes(kind)) throw new Refusal(-32602, `no kind ${kind}`);
  },
});
