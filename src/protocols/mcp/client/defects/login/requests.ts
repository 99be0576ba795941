import type { Change } from '../../../../../conversation/parts.js';
import type { LinkLogin } from '../../http/link.js';
import type { ClientParts, HttpManner } from '../../parts.js';
import { type Defects, login, manner } from './change.js';

const http =
  (change: Partial<HttpManner>): Change<ClientParts> =>
  (parts) => ({ ...parts, http: { ...parts.http, ...change } });

const link = (other: (inner: LinkLogin) => Partial<LinkLogin>): Change<ClientParts> =>
  manner((usual) => ({
    link: (login) => {
      const inner = usual.link(login);
      return { ...inner, ...other(inner) };
    },
  }));

const both =
  (...changes: readonly Change<ClientParts>[]): Change<ClientParts> =>
  (parts) =>
    changes.reduce((made, change) => change(made), parts);

/** What is wrong with the requests that have a token, and with what comes of a refusal. */
export const REQUEST_DEFECTS = {
  // Neither GET nor DELETE has the token: a body alone has a type.
  'token-with-bodies-only': http({
    worded: ({ authorization, ...headers }) => ({
      ...headers,
      ...(authorization !== undefined && 'content-type' in headers && { authorization }),
    }),
  }),
  'token-in-query': http({
    addressed: (path, { authorization }) =>
      authorization === undefined
        ? path
        : `${path}${path.includes('?') ? '&' : '?'}access_token=${authorization.replace(/^Bearer /, '')}`,
  }),
  'moves-with-token': http({ moved: (_to, _from, headers) => headers }),
  'tells-tokens': manner(() => ({
    // Without the word Bearer, by which the output of a process knows and hides it.
    tells: ({ authorization }, warn) => warn(`signed in: ${authorization?.replace(/^Bearer /, '')}\n`),
  })),
  'never-sends-again': link((inner) => ({
    refused: async (...given) => {
      await inner.refused(...given);
      return false;
    },
  })),
  'signs-in-on-and-on': both(
    http({ mostTries: 12 }),
    login(() => ({ mostLogins: 12 })),
  ),
  'steps-up-on-and-on': both(
    http({ mostTries: 12 }),
    login(() => ({ mostLogins: 12, mostStepUps: 12 })),
  ),
  // With a token that was refused it does nothing more.
  'never-renews': link((inner) => ({
    refused: async (status, headers, used) =>
      (status !== 401 || used.authorization === undefined) && inner.refused(status, headers, used),
  })),
  'refreshes-for-scopes': login(({ consequence }) => ({
    consequence: (...given) => consequence(...given) && 'sign-in',
  })),
  'ignores-missing-scopes': login(({ consequence }) => ({
    consequence: (status, challenged) => (status === 403 ? undefined : consequence(status, challenged)),
  })),
  'repeats-for-scopes': link((inner) => ({
    refused: async (status, ...given) => status === 403 || inner.refused(status, ...given),
  })),
  'drops-call-after-step-up': link((inner) => ({
    refused: async (status, ...given) => (await inner.refused(status, ...given)) && status !== 403,
  })),
  'steps-up-for-any-403': login(({ consequence }) => ({
    consequence: (status, challenged) => (status === 403 ? 'step-up' : consequence(status, challenged)),
  })),
} as const satisfies Defects;
