import { answer, text } from '../content.js';
import { shippedTools } from '../tools/shipped.js';
import { type Tool, taskSupportOf, tool } from '../tools/tool.js';
import { askTwice } from './ask-twice.js';

/** Repeats arguments in headers: one of each type, and one inside another. */
const route: Tool = tool(
  'route',
  {
    title: 'Route',
    description: 'Says where a job goes. Over HTTP some of its arguments stand in headers too.',
    takes: {
      region: { type: 'string', description: 'Where to.', 'x-mcp-header': 'Region' },
      priority: { type: 'integer', 'x-mcp-header': 'Priority' },
      urgent: { type: 'boolean', 'x-mcp-header': 'Urgent' },
      job: { type: 'object', properties: { name: { type: 'string', 'x-mcp-header': 'Job-Name' } } },
      note: { type: 'string', description: 'In no header.' },
    },
    needs: ['region'],
  },
  ({ region }) => answer(text(`To ${String(region)}.`)),
);

/** The shipped tools that only the revision without sessions has. */
export const statelessOnly: readonly Tool[] = [askTwice, route];

/** The shipped tools of the revision without sessions: none that runs only as a task. */
export const statelessTools: readonly Tool[] = [
  ...shippedTools.filter((one) => taskSupportOf(one) !== 'required'),
  ...statelessOnly,
].map((one) => {
  const { execution: _, ...spec } = one.spec;
  return { ...one, spec };
});
