import { stringifyJson } from '../../../../../json/json.js';
import type { Form } from '../../../../../oauth/client/terms.js';
import { objectOf, type WebAnswer } from '../../../../../oauth/web.js';
import { type Defects, login, type OtherParts } from './change.js';
import { metadataNow } from './discovery.js';

const without = (form: Form, name: string): Form =>
  Object.fromEntries(Object.entries(form).filter(([one]) => one !== name));

/** Sends a form once more if its answer is of this kind. */
const repeating =
  (grant: string, isSentAgain: (answer: WebAnswer) => boolean): OtherParts =>
  ({ send }) => ({
    send: async (web, endpoint, form, headers) => {
      const answer = await send(web, endpoint, form, headers);
      if (form.grant_type !== grant || !isSentAgain(answer)) return answer;
      const again = await send(web, endpoint, form, headers);
      return answer.status === 200 ? answer : again;
    },
  });

/** Takes what there is as a token. */
const taking =
  (isTaken: (answer: WebAnswer) => boolean): OtherParts =>
  ({ given }) => ({
    given: (answer, now) => {
      if (!isTaken(answer)) return given(answer, now);
      return { accessToken: String(objectOf(answer).access_token) };
    },
  });

const redeeming = (other: (form: Form) => Form): ReturnType<typeof login> =>
  login(({ redemption }) => ({ redemption: (...given) => other(redemption(...given)) }));

/** What is wrong with how a client gets tokens and renews them. */
export const TOKEN_DEFECTS = {
  'wrong-verifier': redeeming((form) => ({ ...form, code_verifier: 'v'.repeat(43) })),
  'no-resource-in-redemption': redeeming((form) => without(form, 'resource')),
  'other-resource-in-redemption': redeeming((form) => ({ ...form, resource: new URL('/other', form.resource).href })),
  'no-resource-in-refresh': login(({ refreshment }) => ({
    refreshment: (...given) => without(refreshment(...given), 'resource'),
  })),
  'other-resource-in-refresh': login(({ refreshment }) => ({
    refreshment: (...given) => {
      const form = refreshment(...given);
      return { ...form, resource: new URL('/other', form.resource).href };
    },
  })),
  'token-request-as-json': login(() => ({
    send: (web, endpoint, form, headers) =>
      web.post(endpoint, { 'content-type': 'application/json', ...headers }, stringifyJson(form)),
  })),
  'other-redirect-in-redemption': redeeming((form) => ({ ...form, redirect_uri: 'http://127.0.0.1/other' })),
  'redeems-twice': login(repeating('authorization_code', ({ status }) => status === 200)),
  'repeats-code': login(repeating('authorization_code', ({ status }) => status >= 500)),
  // The metadata may have become others since the page was opened.
  'redeems-by-later-metadata': login(({ issuerPlaces }, web) => ({
    tokenEndpoint: async ({ issuer, token_endpoint: before }) => {
      const { token_endpoint: now = before } = await metadataNow(web, issuerPlaces(issuer));
      return String(now);
    },
  })),
  'takes-any-token-type': login(taking((answer) => typeof objectOf(answer).access_token === 'string')),
  'takes-any-token-answer': login(
    taking((answer) => answer.status !== 200 || objectOf(answer).access_token === undefined),
  ),
  'wants-refresh-token': login(({ given }) => ({
    given: (answer, now) => {
      const token = given(answer, now);
      if (token.refreshToken === undefined) throw new Error('there is no refresh token');
      return token;
    },
  })),
  'empty-refresh-token': login(() => ({ refreshes: () => true })),
  'keeps-refresh-token': login(() => ({ rotated: (before) => before })),
  'repeats-refresh': login(repeating('refresh_token', ({ status }) => status >= 400)),
  'refreshes-each': login(() => ({ together: false })),
} as const satisfies Defects;
