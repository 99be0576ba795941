import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { realClock } from '../../wire/clock/clock.js';
import { challengesOf, parameterOf, parseChallenges } from '../challenge.js';
import { metadataErrors } from '../metadata.js';
import { tableVerifier } from '../tokens/verifiers.js';
import { isReply, ResourceServer, type ResourceServerOptions } from './resource-server.js';

const RESOURCE = 'https://api.example/mcp';
const ISSUER = 'https://login.example/t';
const NOW = 1_764_000_000;
const claims: JsonObject = { iss: ISSUER, aud: RESOURCE, exp: NOW + 60, scope: 'files:read' };

const server = (more: Partial<ResourceServerOptions> = {}) =>
  new ResourceServer({
    resource: RESOURCE,
    authorizationServers: [ISSUER],
    verifier: tableVerifier(
      new Map([
        ['good', claims],
        ['other', { ...claims, aud: 'https://api.example/other' }],
        ['elsewhere', { ...claims, iss: 'https://login.example' }],
        ['old', { ...claims, exp: NOW - 3600 }],
      ]),
    ),
    scopes: ['files:read', 'files:write'],
    needs: (operation) => (operation === 'write' ? ['files:write'] : ['files:read']),
    clock: { ...realClock, date: () => NOW * 1_000 },
    ...more,
  });

const asked = async (authorization: string | undefined, operation?: string, more?: Partial<ResourceServerOptions>) => {
  const result = await server(more).check({ headers: authorization === undefined ? {} : { authorization } }, operation);
  if (!isReply(result)) return { status: 200 };
  const { challenges, problems } = parseChallenges(result.headers['www-authenticate'] ?? '');
  expect(problems).toEqual([]);
  const [bearer] = challengesOf({ challenges, problems }, 'Bearer');
  return {
    status: result.status,
    error: parameterOf(bearer, 'error'),
    scope: parameterOf(bearer, 'scope'),
    metadata: parameterOf(bearer, 'resource_metadata'),
    body: result.body?.error,
  };
};

describe('the metadata of a protected resource', () => {
  it.each<[resource: string, path: string]>([
    [RESOURCE, '/.well-known/oauth-protected-resource/mcp'],
    ['https://api.example/', '/.well-known/oauth-protected-resource'],
    ['https://api.example/mcp?v=1', '/.well-known/oauth-protected-resource/mcp?v=1'],
  ])('of %s are at %s and nowhere else', async (resource, path) => {
    const one = server({ resource });
    const reply = one.document({ method: 'GET', path, headers: {} });
    expect(reply).toMatchObject({ status: 200, body: { resource, authorization_servers: [ISSUER] } });
    expect(await metadataErrors('ProtectedResourceMetadata', reply!.body!)).toEqual([]);
    expect(one.document({ method: 'HEAD', path, headers: {} })?.status).toBe(200);
    expect(one.document({ method: 'POST', path, headers: {} })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD' },
    });
    for (const other of [`${path}/`, `${path}x`, '/mcp', ''])
      expect(one.document({ method: 'GET', path: other, headers: {} })).toBeUndefined();
  });

  it('are at the root of the host too if the server says so', () => {
    const places = (one: ResourceServer) =>
      ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'].map(
        (path) => one.document({ method: 'GET', path, headers: {} })?.body?.resource,
      );
    expect(places(server({ atRoot: true }))).toEqual([RESOURCE, RESOURCE]);
    expect(places(server())).toEqual([RESOURCE, undefined]);
  });

  it('may lie', () => {
    const body = server({ metadata: { resource: 'https://other.example', scopes_supported: null } }).metadata();
    expect(body).toEqual({
      resource: 'https://other.example',
      authorization_servers: [ISSUER],
      bearer_methods_supported: ['header'],
    });
  });
});

describe('a protected resource', () => {
  const metadata = 'https://api.example/.well-known/oauth-protected-resource/mcp';

  it.each(['Bearer good', 'bearer good', 'BEARER  good '])('lets in %j', async (authorization) => {
    expect(await asked(authorization)).toEqual({ status: 200 });
  });

  it.each<[authorization: string | undefined, status: number, error: string | undefined]>([
    [undefined, 401, undefined],
    ['', 401, undefined],
    ['Basic Z29vZDo=', 401, undefined],
    ['good', 401, undefined],
    ['Bearer', 400, 'invalid_request'],
    ['Bearer good, Bearer good', 400, 'invalid_request'],
    ['Bearer good good', 400, 'invalid_request'],
    ['Bearer unknown', 401, 'invalid_token'],
    ['Bearer other', 401, 'invalid_token'],
    ['Bearer elsewhere', 401, 'invalid_token'],
    ['Bearer old', 401, 'invalid_token'],
  ])('refuses %j with %d and the error %s', async (authorization, status, error) => {
    expect(await asked(authorization)).toEqual({ status, error, scope: 'files:read', metadata, body: error });
  });

  it('asks for the scopes of the operation', async () => {
    expect(await asked('Bearer good', 'write')).toMatchObject({
      status: 403,
      error: 'insufficient_scope',
      scope: 'files:write',
    });
    expect(await asked('Bearer good', 'write', { implied: { 'files:read': ['files:write'] } })).toEqual({
      status: 200,
    });
    expect(await asked(undefined, 'read', { needs: () => [] })).toMatchObject({ status: 401, scope: undefined });
  });

  it('takes tokens for what it is told to', async () => {
    expect(await asked('Bearer other', 'read', { audience: ['https://api.example/other'] })).toEqual({ status: 200 });
    expect(await asked('Bearer elsewhere', 'read', { issuers: ['https://login.example'] })).toEqual({ status: 200 });
    expect(await asked('Bearer old', 'read', { leeway: 7200 })).toEqual({ status: 200 });
  });

  it('refuses whatever else it is sent, and its challenge can be read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        for (const authorization of [text, `Bearer ${text}`])
          if (text.trim() !== 'good') expect([400, 401]).toContain((await asked(authorization)).status);
      }),
      { numRuns: 40 },
    );
  });
});
