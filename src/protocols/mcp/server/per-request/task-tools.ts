import { isObject } from '../../../../json/json.js';
import { answer, text } from '../content.js';
import type { Question } from '../state/call.js';
import { type Tool, type ToolCall, tool } from '../state/tool.js';
import { STEPS, takeSteps } from '../tools/steps.js';

/** Asks the user for a name, then goes on as a task where it can. */
const errand: Tool = {
  ...tool(
    'errand',
    {
      title: 'Errand',
      description: 'Asks whom it is for, and takes its time then.',
      takes: STEPS,
      taskSupport: 'optional',
    },
    async (args, call) => {
      const [name] = await askFor(['name'], call);
      call.detach();
      await takeSteps(args, call);
      return answer(text(`Done for ${name}.`));
    },
  ),
  asksFirst: true,
};

/** Asks two things at once. */
const survey: Tool = tool(
  'survey',
  { title: 'Survey', description: 'Asks the user for a name and a colour at once.', taskSupport: 'optional' },
  async (_args, call) => answer(text((await askFor(['name', 'color'], call)).join(' likes '))),
);

async function askFor(fields: readonly string[], call: ToolCall): Promise<string[]> {
  if (!isObject(call.session.capabilities.elicitation))
    call.session.lacking({ elicitation: {} }, 'The client did not declare elicitation.');
  const questions = fields.map(
    (field): Question => ({
      as: field,
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: `Which ${field}?`,
        requestedSchema: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
      },
    }),
  );
  const answers = await call.requestAll(questions);
  return answers.map(({ action, content }, index) =>
    action === 'accept' && isObject(content) ? String(content[fields[index]!] ?? '') : `(${String(action)})`,
  );
}

/** The shipped tools that are about tasks and questions, of the revision without sessions. */
export const taskTools: readonly Tool[] = [errand, survey];
