import type { Browser } from '../../../../../oauth/client/browser.js';
import type { Authorization, Form } from '../../../../../oauth/client/terms.js';
import { startProcess } from '../../../../../wire/process/process.js';
import { type Defects, login, manner } from './change.js';
import { metadataNow } from './discovery.js';

/** Asks a page for other things. */
const asking = (other: (request: Form, authorization: Authorization) => Form): ReturnType<typeof login> =>
  login(({ request }) => ({ request: (authorization) => other(request(authorization), authorization) }));

const without = (form: Form, ...names: string[]): Form =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)));

const ALWAYS_THE_SAME = 'the-same-as-in-every-login-before-0123456789';

/** Shows the page again after an error. */
const insisting =
  (inner: Browser): Browser =>
  async (page, back) => {
    let came = await inner(page, back);
    for (let count = 1; count < 6 && came.searchParams.has('error'); count++) came = await inner(page, back);
    return came;
  };

/** By a shell, to which some characters of a page are words of its own. It stays for what it runs beside itself. */
const opensByShell =
  (command: readonly string[], cwd: string) =>
  async (page: string): Promise<void> => {
    const { exited } = await startProcess({
      argv: ['sh', '-c', `${[...command, page].join(' ')}\nwait`],
      cwd,
      stdout: 'text',
    });
    await exited;
  };

/** What is wrong with the page and its answer. */
export const PAGE_DEFECTS = {
  'opens-by-shell': manner(() => ({ opens: opensByShell })),
  'drops-endpoint-query': login(({ page }) => ({
    page: (endpoint, request) => page(endpoint.replace(/[?].*$/, ''), request),
  })),
  'pkce-plain': asking((request, { verifier }) => ({
    ...request,
    code_challenge: verifier,
    code_challenge_method: 'plain',
  })),
  'no-pkce': asking((request) => without(request, 'code_challenge', 'code_challenge_method')),
  'verifier-in-page': asking((request, { verifier }) => ({ ...request, code_verifier: verifier })),
  'short-verifier': login(({ random }) => ({
    random: (what) => (what === 'verifier' ? random(what).slice(0, 32) : random(what)),
  })),
  'one-verifier': login(({ random }) => ({
    random: (what) => (what === 'verifier' ? ALWAYS_THE_SAME : random(what)),
  })),
  'one-state': login(({ random }) => ({ random: (what) => (what === 'state' ? ALWAYS_THE_SAME : random(what)) })),
  'short-state': login(({ random }) => ({
    random: (what) => (what === 'state' ? random(what).slice(0, 8) : random(what)),
  })),
  'no-state': login(({ request }) => ({
    request: (authorization) => without(request(authorization), 'state'),
    isAnswerTo: () => true,
  })),
  'takes-any-state': login(() => ({ isAnswerTo: () => true })),
  'no-resource-in-page': asking((request) => without(request, 'resource')),
  'resource-is-origin': login(() => ({ indicator: (_, server) => new URL(server).origin })),
  'resource-with-slash': login(({ indicator }) => ({ indicator: (...given) => new URL(indicator(...given)).href })),
  'resource-with-fragment': login(({ indicator }) => ({ indicator: (...given) => `${indicator(...given)}#mcp` })),
  'listed-scopes-only': login(({ scopes }) => ({
    scopes: (wanted) =>
      scopes({ ...wanted, challenged: wanted.challenged?.filter((one) => wanted.listed?.includes(one)) }),
  })),
  'adds-listed-scopes': login(({ scopes }) => ({
    scopes: (wanted) => [...new Set([...scopes(wanted), ...(wanted.listed ?? [])])],
  })),
  'no-listed-scopes': login(({ scopes }) => ({ scopes: (wanted) => scopes({ ...wanted, listed: undefined }) })),
  'offered-scopes': login(({ scopes }) => ({
    scopes: (wanted) => scopes({ ...wanted, listed: wanted.listed ?? wanted.offered }),
  })),
  'always-offline': login(({ scopes }) => ({ scopes: (wanted) => [...scopes(wanted), 'offline_access'] })),
  'ignores-user-scopes': login(({ scopes }) => ({ scopes: (wanted) => scopes({ ...wanted, user: undefined }) })),
  // The scopes of the login before, and none of those that it lacked.
  'steps-up-unchanged': login(({ scopes }) => ({
    scopes: (wanted) => (wanted.before.length > 0 ? wanted.before : scopes(wanted)),
  })),
  'forgets-scopes': login(({ scopes }) => ({ scopes: (wanted) => scopes({ ...wanted, before: [] }) })),
  'refuses-right-iss': login(() => ({ isFrom: (brought) => !brought.has('iss') })),
  'takes-missing-iss': login(({ isFrom }) => ({
    isFrom: (brought, authorization) => !brought.has('iss') || isFrom(brought, authorization),
  })),
  'takes-any-iss': login(() => ({
    isFrom: (brought, { server }) => brought.has('iss') || !server.namesIssuer,
  })),
  'wants-iss': login(({ isFrom }) => ({
    isFrom: (brought, authorization) => brought.has('iss') && isFrom(brought, authorization),
  })),
  'refuses-unannounced-iss': login(({ isFrom }) => ({
    isFrom: (brought, authorization) =>
      brought.has('iss') === authorization.server.namesIssuer && isFrom(brought, authorization),
  })),
  'normalizes-iss': login(({ isFrom }) => ({
    isFrom: (brought, authorization) => {
      const iss = brought.get('iss');
      if (iss === null || !URL.canParse(iss)) return isFrom(brought, authorization);
      const [one, other] = [iss, authorization.server.issuer].map((url) => new URL(url).href.replace(/\/$/, ''));
      return one === other;
    },
  })),
  'compares-later-issuer': login(({ issuerPlaces }, web) => ({
    isFrom: async (brought, { server }) => {
      const { issuer } = await metadataNow(web, issuerPlaces(server.issuer));
      return !brought.has('iss') || brought.get('iss') === issuer;
    },
  })),
  'shows-foreign-error': login(({ isFrom }) => ({
    isFrom: async (brought, authorization) => {
      if (await isFrom(brought, authorization)) return true;
      throw new Error(`${brought.get('error_description')} ${brought.get('error_uri')}`);
    },
  })),
  'asks-again': login(() => ({ browser: insisting })),
  'redeems-errors': login(() => ({ codeOf: (brought) => brought.get('code') ?? 'none' })),
} as const satisfies Defects;
