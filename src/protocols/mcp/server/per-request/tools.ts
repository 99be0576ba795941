import { answer, text } from '../content.js';
import { type Tool, tool } from '../state/tool.js';
import { jobTool } from '../tools/job.js';
import { shippedTools } from '../tools/shipped.js';
import { askTwice } from './ask-twice.js';
import { keepingTools } from './keep.js';
import { taskTools } from './task-tools.js';

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
export const perRequestOnly: readonly Tool[] = [askTwice, route, ...keepingTools, ...taskTools];

/** The shipped tools of the revision without sessions. */
export const perRequestTools: readonly Tool[] = [
  ...shippedTools.filter((one) => one !== jobTool),
  ...perRequestOnly,
  jobTool,
];

/** A tool as this revision shows it: whether it runs as a task the server decides with each call. */
export function withoutExecution(tool: Tool): Tool {
  const { execution: _, ...spec } = tool.spec;
  return { ...tool, spec };
}
