import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import type { Conversation } from '../conversation.js';

/** Makes of a conversation another one. */
export type MakeConversation = (inner: Conversation) => Conversation;

/** Asks a server whatever it is that is asked, with params that are not looked at. */
type Ask = (method: string, params: JsonObject, options?: Parameters<Conversation['ask']>[2]) => Promise<JsonObject>;

type Ways = Partial<Pick<Conversation, 'open' | 'has' | 'token'>> & { ask?: Ask };

/** Asks as this conversation does. */
export const askOf = (conversation: Conversation): Ask => conversation.ask.bind(conversation) as unknown as Ask;

/** The same conversation, but for some ways of it. */
export const otherwise = (inner: Conversation, { ask, ...ways }: Ways): Conversation => ({
  open: () => inner.open(),
  get serverName() {
    return inner.serverName;
  },
  get opened() {
    return inner.opened;
  },
  get instructions() {
    return inner.instructions;
  },
  has: (...names) => inner.has(...names),
  ask: (ask ?? askOf(inner)) as unknown as Conversation['ask'],
  token: () => inner.token(),
  changeRoots: (folders) => inner.changeRoots(folders),
  watching: (what, work) => inner.watching(what, work),
  setLevel: (level) => inner.setLevel(level),
  close: () => inner.close(),
  ...ways,
});

/** All entries of a list. */
async function walked(ask: Ask, method: string, member: string): Promise<Json[]> {
  const entries: Json[] = [];
  let cursor: Json | undefined;
  do {
    const page = await ask(method, cursor === undefined ? {} : { cursor });
    if (Array.isArray(page[member])) entries.push(...page[member]);
    cursor = page.nextCursor;
  } while (typeof cursor === 'string');
  return entries;
}

/** Lists tools, if there are any, before anything else. */
export const listsFirst: MakeConversation = (inner) =>
  otherwise(inner, {
    open: async () => {
      await inner.open();
      if (inner.has('tools')) await walked(askOf(inner), 'tools/list', 'tools');
    },
  });

const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];

/** Walks through a list before it is asked for from its first page. */
export const listsTwice: MakeConversation = (inner) => {
  const ask = askOf(inner);
  return otherwise(inner, {
    ask: async (method, params, options) => {
      if (LISTS.includes(method) && params.cursor === undefined) await walked(ask, method, '');
      return ask(method, params, options);
    },
  });
};

/** Calls no tool but those that the server lists. */
export const wantsKnownTools: MakeConversation = (inner) => {
  const ask = askOf(inner);
  return otherwise(inner, {
    ask: async (method, params, options) => {
      const { name } = params;
      if (method === 'tools/call') {
        const tools = await walked(ask, 'tools/list', 'tools');
        if (!tools.some((tool) => isObject(tool) && tool.name === name))
          throw new Error(`no tool that can be called is named ${String(name)}`);
      }
      return ask(method, params, options);
    },
  });
};

/** Asks for progress of every call, with texts as tokens. */
export const asksProgress: MakeConversation = (inner) => {
  const ask = askOf(inner);
  const token = () => `größe ${inner.token()}`;
  return otherwise(inner, {
    token,
    ask: (method, params, options) =>
      ask(
        method,
        method === 'tools/call' && params._meta === undefined
          ? { ...params, _meta: { progressToken: token() } }
          : params,
        options,
      ),
  });
};

/** Listens for the changes of each task. */
export const listensToTasks: MakeConversation = (inner) => {
  const ask = askOf(inner);
  return otherwise(inner, {
    ask: (method, params, options) =>
      ask(method, params, method === 'tools/call' ? { ...options, listens: true } : options),
  });
};

/** Waits for the result of a task from its beginning. */
export const pollsBeside: MakeConversation = (inner) => {
  const ask = askOf(inner);
  const awaited = new Map<string, Promise<JsonObject>>();
  return otherwise(inner, {
    ask: async (method, params, options) => {
      if (method === 'tasks/result') return awaited.get(String(params.taskId)) ?? ask(method, params, options);
      const answer = await ask(method, params, options);
      const { taskId } = method === 'tools/call' && params.task && isObject(answer.task) ? answer.task : {};
      if (typeof taskId === 'string') {
        const result = ask('tasks/result', { taskId });
        result.catch(() => undefined);
        awaited.set(taskId, result);
      }
      return answer;
    },
  });
};

/** Asks no server what it has, and tries. */
export const tries: MakeConversation = (inner) => otherwise(inner, { open: async () => undefined, has: () => true });
