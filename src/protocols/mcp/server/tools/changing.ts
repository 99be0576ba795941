import { answer, failure, text } from '../content.js';
import { offersListChanged } from '../lifecycle.js';
import { readResource } from '../resources/handlers.js';
import type { Changing } from '../session/state.js';
import { type Tool, type ToolCall, tool } from './tool.js';

/** The tool that toggle_tool adds and removes. */
export const extraTool: Tool = tool('extra', { title: 'Extra', description: 'Comes and goes.' }, () =>
  answer(text('Here for now.')),
);

/** The shipped tools that change the session's lists and resources, and make it tell the client. */
export const changingTools: readonly Tool[] = [
  toggle('toggle_tool', 'tools', 'tool'),
  toggle('toggle_resource', 'resources', 'resource'),
  toggle('toggle_prompt', 'prompts', 'prompt'),
  tool(
    'touch_resource',
    {
      title: 'Touch a resource',
      description: 'Changes a resource, which its subscribers are told.',
      takes: { uri: { type: 'string', description: 'URI of the resource.' } },
      needs: ['uri'],
      streams: true,
      changes: true,
    },
    (args, call) => {
      const uri = String(args.uri);
      if (!readResource(call.session, uri)) return failure(`There is no resource ${uri}.`);
      call.session.touched(uri, call);
      return answer(text(`Touched ${uri}.`));
    },
  ),
];

function toggle(name: string, list: Changing, entry: string): Tool {
  const plan = {
    title: `Toggle the extra ${entry}`,
    description: `Adds or removes the ${entry} "extra".`,
    streams: true,
    changes: true,
  };
  return tool(name, plan, (_args, call) => {
    const { extras } = call.session;
    const removed = extras.delete(list);
    if (!removed) extras.add(list);
    changed(list, call);
    return answer(text(removed ? `Removed the ${entry}.` : `Added the ${entry}.`));
  });
}

/** Tells the client that a list changed (MCP 2025-11-25, Tools, Resources and Prompts, List Changed Notification). */
function changed(list: Changing, call: ToolCall): void {
  const { session } = call;
  if (!offersListChanged(session)) return;
  const tell = () => session.announce(`notifications/${list}/list_changed`, undefined, call);
  if (session.freedoms.has('other-order')) call.afterReply(tell);
  else tell();
}
