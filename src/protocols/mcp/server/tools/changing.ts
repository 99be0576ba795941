import { answer, failure, text } from '../content.js';
import { type ChangingList, type Tool, tool } from '../state/tool.js';

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
      description: 'Changes a resource and notifies its subscribers.',
      takes: { uri: { type: 'string', description: 'URI of the resource.' } },
      needs: ['uri'],
      streams: true,
      changes: true,
    },
    (args, call) => {
      const uri = String(args.uri);
      if (!call.session.touch(uri, call)) return failure(`There is no resource ${uri}.`);
      return answer(text(`Touched ${uri}.`));
    },
  ),
];

function toggle(name: string, list: ChangingList, entry: string): Tool {
  const plan = {
    title: `Toggle the extra ${entry}`,
    description: `Adds or removes the ${entry} "extra".`,
    streams: true,
    changes: true,
  };
  return tool(name, plan, (_args, call) =>
    answer(text(call.session.toggle(list, call) ? `Added the ${entry}.` : `Removed the ${entry}.`)),
  );
}
