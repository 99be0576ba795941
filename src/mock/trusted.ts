import { ScriptError } from '../conversation/script-error.js';
import type { Protect } from '../oauth/resource-server/protection.js';
import type { NeededScopes } from '../oauth/resource-server/scopes.js';
import { type TrustedIssuer, trusting } from '../oauth/resource-server/trusting.js';
import type { Clock } from '../wire/clock/clock.js';
import { secrets } from '../wire/output.js';
import type { TrustArguments } from './line.js';

/**
 * What protects a reference that trusts an authorization server of somebody else, as the command line says it. Throws ScriptError if that
 * can't be used.
 */
export function protectBy(options: TrustArguments & { authIssuer: string }, clock: Clock): Protect {
  const { authIssuer: issuer, authJwks: jwks, authIntrospection: introspection, authAudience } = options;
  const { authUpstream: upstream } = options;
  for (const [name, url] of Object.entries({ issuer, jwks, introspection, upstream }))
    if (url !== undefined && !/^https?:\/\/./.test(url))
      throw new ScriptError(`--auth-${name}: ${url} is not an http URL`);
  const more = {
    ...(authAudience !== undefined && { audience: authAudience.split(',') }),
    ...(upstream !== undefined && { upstream }),
  };
  let how: TrustedIssuer | undefined;
  if (jwks !== undefined && introspection === undefined) how = { issuer, jwks, ...more };
  if (introspection !== undefined && jwks === undefined) how = { issuer, introspection, ...more };
  if (!how) throw new ScriptError('--auth-issuer needs --auth-jwks or --auth-introspection, and not both');
  return trusting(how, scopesOf(options.authScopes ?? ''), clock, secrets);
}

/** The scopes of a text such as `files:read; delete = files:write; files > files:read files:write`. */
function scopesOf(text: string): NeededScopes {
  const scopes: string[] = [];
  const operations: { [name: string]: string[] } = {};
  const implied: { [broader: string]: string[] } = {};
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    const [, name = '', sign, list = ''] = /^(?:([^=>]*)([=>]))?(.*)$/s.exec(part) ?? [];
    const named = list.split(' ').filter((one) => one !== '');
    if (named.length === 0 || (sign !== undefined && name.trim() === ''))
      throw new ScriptError(`--auth-scopes: "${part.trim()}" is none of SCOPES, TOOL = SCOPES, SCOPE > SCOPES`);
    if (sign === undefined) scopes.push(...named);
    else (sign === '=' ? operations : implied)[name.trim()] = named;
  }
  return { scopes, operations, implied };
}
