import { heardUpdate, type TalkFacts } from '../../conversation/talk.js';

/** How a person talks with a runtime of the bridge. */
export const TALK: TalkFacts = {
  saying: (prompt) => ({ prompts: prompt === undefined ? [] : [prompt] }),
  permissions: {
    allow: { permissions: [{ tool: '*', answer: 'approve' }] },
    deny: { permissions: [{ tool: '*', answer: 'deny', reason: 'start with --allow to grant it' }] },
  },
  heard: heardUpdate,
};
