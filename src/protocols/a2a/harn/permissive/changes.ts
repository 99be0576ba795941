import { type Change, changed } from '../../../../conversation/parts.js';
import { isObject, type JsonObject } from '../../../../json/json.js';
import type { Headers } from '../../../../wire/carried.js';
import { rest } from '../../bindings/rest.js';
import { permissiveBorder } from '../../server/permissive/rewrites.js';
import type { Profile } from '../../server/profile.js';
import { successorOf } from '../names.js';
import type { HarnParts } from '../parts.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

const profile =
  (change: (profile: Profile, parts: HarnParts) => Partial<Profile>): Change<HarnParts> =>
  (parts) => ({
    ...parts,
    profile: (usual, server) => {
      const inner = parts.profile(usual, server);
      return { ...inner, ...change(inner, parts) };
    },
  });

/** What each option changes. */
const CHANGES: Readonly<Record<PermissiveOption, Change<HarnParts>>> = {
  'unknown-members': (parts) => ({ ...parts, border: permissiveBorder(parts.border, new Set(['unknown-members'])) }),
  wrapped: profile(() => ({ codec: rest })),
  'no-wait': (parts) => ({ ...parts, waits: false }),
  'dated-advice': profile(({ headers }, { clock }) => ({
    headers: (method, path, asked) => {
      const advice = headers(method, path, asked);
      return path === '/' && advice.deprecation !== undefined ? datedAdvice(clock.date()) : advice;
    },
  })),
  'asks-in-parts': (parts) => ({
    ...parts,
    asks: (task, hitl) => task.asks('input-required', [{ kind: 'data', data: { hitl } }]),
  }),
  'rejects-tasks': profile((_, { newId }) => ({
    denied: (name) => (successorOf(name).method === 'message/send' ? rejected(newId) : undefined),
  })),
  'older-waits': profile(({ read }) => ({
    read: (name, params) => read(name === 'tasks/send' ? 'tasks/send_and_wait' : name, params),
  })),
  'answers-elsewhere': profile(({ read }) => ({
    read: async (name, params) => {
      const { method, params: heard } = await read(name, params);
      return { method, params: withoutTask(heard) };
    },
  })),
  'plain-events': (parts) => ({ ...parts, framing: undefined }),
};

/** The parts of a server that takes these options. */
export const permitting = (parts: HarnParts, options: PermissiveOptions): HarnParts => changed(parts, CHANGES, options);

/** Since when something is not used any more, in the form of RFC 9745. */
const datedAdvice = (now: number): Headers => ({ deprecation: `@${Math.floor(now / 1000)}` });

/** A task that was refused before it began, and that nobody keeps. */
const rejected = (newId: () => string): JsonObject => ({
  kind: 'task',
  id: newId(),
  contextId: newId(),
  status: { state: 'rejected' },
});

/** A message that is about no task is a new call. */
function withoutTask(params: JsonObject): JsonObject {
  if (!isObject(params.message)) return params;
  const { taskId: _, ...message } = params.message;
  return { ...params, message };
}
