import type { ElicitResult } from '../../../../generated/types/mcp-2025-11-25.js';
import { isObject } from '../../../../json/json.js';
import { answer, text } from '../content.js';
import { type Tool, type ToolCall, tool } from '../state/tool.js';

/** A tool that has two questions, the second once the first is answered. */
export const askTwice: Tool = tool(
  'ask_twice',
  { title: 'Ask twice', description: 'Asks the user for a name, then for a colour.' },
  async (_args, call) => {
    if (!isObject(call.session.capabilities.elicitation))
      return call.session.lacking({ elicitation: {} }, 'The client did not declare elicitation.');
    const name = await askFor('name', call);
    const color = await askFor('color', call);
    return answer(text(`${said(name, 'name')} likes ${said(color, 'color')}.`));
  },
);

function askFor(field: string, call: ToolCall): Promise<ElicitResult> {
  return call.request('elicitation/create', {
    mode: 'form',
    message: `Which ${field}?`,
    requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  });
}

const said = ({ action, content }: ElicitResult, field: string) =>
  action === 'accept' ? String(content?.[field] ?? '') : `(${action})`;
