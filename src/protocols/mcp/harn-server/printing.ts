import { answer, text } from '../server/content.js';
import { type Tool, tool } from '../server/state/tool.js';

/** A tool whose handler prints: where stdout carries messages, that goes to `stderr` (Harn guide, Running as an MCP server). */
export const printingTool = (stderr: (text: string) => void): Tool =>
  tool(
    'print',
    {
      title: 'Print',
      description: 'Prints a text.',
      takes: { text: { type: 'string', description: 'The text.' } },
      needs: ['text'],
    },
    (args) => {
      stderr(`${String(args.text)}\n`);
      return answer(text('Printed.'));
    },
  );
