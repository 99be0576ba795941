import type { HttpHead } from '../../wire/carried.js';
import type { Accepted, TokenFacts } from '../tokens/access.js';
import type { AmendRules, Protect, Protection } from './protection.js';
import { type HttpReply, isReply, type ResourceServerOptions } from './resource-server.js';

type Check = Protection['check'];
/** Puts another protection in the place of one. */
type Change = (protect: Protect) => Protect;

/** Other rules of the resource, such as the audience that it wants. */
export const withRules =
  (change: AmendRules): Change =>
  (protect) =>
  (resource, amend = (all) => all) =>
    protect(resource, (all) => change(amend(all)));

/** What a genuine token says is read otherwise. */
export const withFacts = (change: (facts: TokenFacts, rules: ResourceServerOptions) => Partial<TokenFacts>): Change =>
  withRules((all) => ({
    ...all,
    verifier: {
      verify: async (token) => {
        const found = await all.verifier.verify(token);
        return 'problem' in found ? found : { ...found, ...change(found, all) };
      },
    },
  }));

/** Requests are checked otherwise. */
export const withCheck =
  (make: (inner: Protection) => Check): Change =>
  (protect) =>
  (resource, amend) => {
    const inner = protect(resource, amend);
    return { ...inner, check: make(inner) };
  };

/** Refusals are answered otherwise. */
export const withRefusals = (change: (refusal: HttpReply, head: HttpHead) => HttpReply): Change =>
  withCheck((inner) => async (head, operation) => {
    const result: Accepted | HttpReply = await inner.check(head, operation);
    return isReply(result) ? change(result, head) : result;
  });
