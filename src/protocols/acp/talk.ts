import { heardUpdate, type TalkFacts } from '../../conversation/talk.js';

/** How a person talks with an agent of ACP. */
export const TALK: TalkFacts = {
  saying: (prompt) => ({ prompts: prompt === undefined ? [] : [prompt] }),
  permissions: {
    allow: { permissions: [{ tool: '*', answer: 'allow' }] },
    deny: { permissions: [{ tool: '*', answer: 'reject' }] },
  },
  heard: heardUpdate,
};
