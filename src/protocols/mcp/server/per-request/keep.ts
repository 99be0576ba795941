import { answer, failure, text } from '../content.js';
import { type Tool, tool } from '../state/tool.js';

/** Texts that are kept at a time; the oldest goes first. */
const MOST_KEPT = 1_000;

/** Tools that hold state between requests, by a handle that only whoever made it can use (MCP 2026-07-28, Security Best Practices). */
export const keepingTools: readonly Tool[] = [
  tool(
    'keep',
    {
      title: 'Keep',
      description: 'Keeps a text, and gives a handle for it.',
      takes: { text: { type: 'string', description: 'What to keep.' } },
      needs: ['text'],
      outputSchema: { type: 'object', properties: { handle: { type: 'string' } }, required: ['handle'] },
      changes: true,
    },
    (args, { session: { kept, uuid } }) => {
      const handle = uuid();
      kept.set(handle, String(args.text));
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT) kept.delete(oldest!);
      return { ...answer(text(JSON.stringify({ handle }))), structuredContent: { handle } };
    },
  ),
  tool(
    'recall',
    {
      title: 'Recall',
      description: 'Gives back the text that was kept.',
      takes: { handle: { type: 'string', description: 'What `keep` gave.' } },
      needs: ['handle'],
    },
    (args, { session: { kept } }) => {
      const found = kept.get(String(args.handle));
      return found === undefined ? failure('There is no such handle.') : answer(text(found));
    },
  ),
];
