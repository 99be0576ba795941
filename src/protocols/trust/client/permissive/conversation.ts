import type { JsonObject } from '../../../../json/json.js';
import type { Conversation } from '../parts.js';
import { isNotLoaded } from '../session.js';

/** Makes of a conversation another one. */
export type MakeConversation = (inner: Conversation) => Conversation;

/** The same conversation, but for some ways of it. */
const otherwise = (inner: Conversation, ways: Partial<Conversation>): Conversation => ({
  describe: () => inner.describe(),
  has: (method) => inner.has(method),
  ask: (method, params) => inner.ask(method, params),
  ...ways,
});

/** Asks twice what the server has, and for its project, before anything else. */
export const asksMore: MakeConversation = (inner) =>
  otherwise(inner, {
    describe: async () => {
      await inner.describe();
      await inner.describe();
      await inner.ask('workspace.project_info', {});
    },
  });

/** Waits for each answer before it asks again. */
export const oneByOne: MakeConversation = (inner) => {
  let last: Promise<unknown> = Promise.resolve();
  return otherwise(inner, {
    ask: (method, params) => {
      const answer = last.then(() => inner.ask(method, params));
      last = answer;
      return answer;
    },
  });
};

/** Ends if the server has lost the program. */
export const givesUp: MakeConversation = (inner) =>
  otherwise(inner, {
    ask: async (method, params) => {
      const answer = await inner.ask(method, params);
      if (isNotLoaded(answer)) throw new Error('the server lost the program');
      return answer;
    },
  });

/** Loads the program before a load that failed once more. */
export const loadsAgain: MakeConversation = (inner) => {
  let program: JsonObject | undefined;
  return otherwise(inner, {
    ask: async (method, params) => {
      const answer = await inner.ask(method, params);
      if (method !== 'harness.load' && method !== 'harness.reload') return answer;
      if (answer.ok) program = params;
      else if (program && program !== params && !isNotLoaded(answer)) await inner.ask('harness.load', program);
      return answer;
    },
  });
};
