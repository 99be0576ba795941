import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Difference,
  issuerDifference,
  issuerPlaces,
  metadataErrors,
  resourceDifference,
  resourcePlaces,
  takesS256,
} from './metadata.js';

const urls = (places: { url: string }[]) => places.map(({ url }) => url);

describe('the places of metadata', () => {
  it.each<[resource: string, places: string[]]>([
    ['https://a.example', ['https://a.example/.well-known/oauth-protected-resource']],
    ['https://a.example/', ['https://a.example/.well-known/oauth-protected-resource']],
    [
      'http://127.0.0.1:8000/mcp',
      [
        'http://127.0.0.1:8000/.well-known/oauth-protected-resource/mcp',
        'http://127.0.0.1:8000/.well-known/oauth-protected-resource',
      ],
    ],
    [
      'https://a.example/a/mcp/?v=1',
      [
        'https://a.example/.well-known/oauth-protected-resource/a/mcp?v=1',
        'https://a.example/.well-known/oauth-protected-resource',
      ],
    ],
  ])('are known for the resource %s', (resource, places) => {
    expect(urls(resourcePlaces(resource))).toEqual(places);
  });

  it.each<[issuer: string, places: string[]]>([
    [
      'https://a.example',
      [
        'https://a.example/.well-known/oauth-authorization-server',
        'https://a.example/.well-known/openid-configuration',
      ],
    ],
    [
      'https://a.example/',
      [
        'https://a.example/.well-known/oauth-authorization-server',
        'https://a.example/.well-known/openid-configuration',
      ],
    ],
    [
      'https://a.example/t',
      [
        'https://a.example/.well-known/oauth-authorization-server/t',
        'https://a.example/.well-known/openid-configuration/t',
        'https://a.example/t/.well-known/openid-configuration',
      ],
    ],
    [
      'https://a.example/t/1/',
      [
        'https://a.example/.well-known/oauth-authorization-server/t/1',
        'https://a.example/.well-known/openid-configuration/t/1',
        'https://a.example/t/1/.well-known/openid-configuration',
      ],
    ],
  ])('are known for the issuer %s', (issuer, places) => {
    expect(urls(issuerPlaces(issuer))).toEqual(places);
    expect(issuerPlaces(issuer).map(({ kind }) => kind)).toEqual([
      'AuthorizationServerMetadata',
      ...places.slice(1).map(() => 'OpenIdProviderMetadata'),
    ]);
  });

  it('are on the origin that they are of, whatever the path', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, size: 'small' }), (url) => {
        for (const place of [...resourcePlaces(url), ...issuerPlaces(url)])
          expect(new URL(place.url).origin).toBe(new URL(url).origin);
      }),
      { numRuns: 40 },
    );
    expect(() => resourcePlaces('mcp')).toThrow(TypeError);
    expect(() => issuerPlaces('mcp')).toThrow(TypeError);
  });
});

describe('identity', () => {
  it.each<[named: string, asked: string, difference: Difference | undefined]>([
    ['https://a.example/mcp', 'https://a.example/mcp', undefined],
    ['https://a.example/mcp/', 'https://a.example/mcp', 'slash'],
    ['https://a.example', 'https://a.example/', 'slash'],
    ['https://a.example', 'https://a.example/mcp', 'parent'],
    ['https://a.example/a', 'https://a.example/a/mcp', 'parent'],
    ['https://a.example/a/', 'https://a.example/a/mcp', 'parent'],
    ['https://a.example/mc', 'https://a.example/mcp', 'other'],
    ['https://a.example/mcp/sub', 'https://a.example/mcp', 'other'],
    ['https://a.example:444/', 'https://a.example/mcp', 'other'],
    ['http://a.example/', 'https://a.example/mcp', 'other'],
    ['https://a.example/?x=1', 'https://a.example/mcp', 'other'],
    ['urn:mcp', 'https://a.example/mcp', 'other'],
    ['mcp', 'https://a.example/mcp', 'other'],
  ])('of a resource %s that was asked for as %s', (named, asked, difference) => {
    expect(resourceDifference(named, asked)).toBe(difference);
  });

  it.each<[named: string, expected: string, difference: Difference | undefined]>([
    ['https://a.example/t', 'https://a.example/t', undefined],
    ['https://a.example/t/', 'https://a.example/t', 'slash'],
    ['https://A.example/t', 'https://a.example/t', 'other'],
    ['https://a.example:443/t', 'https://a.example/t', 'other'],
    ['https://a.example', 'https://a.example/t', 'other'],
    ['', 'https://a.example/t', 'other'],
  ])('of an issuer %s that should be %s', (named, expected, difference) => {
    expect(issuerDifference(named, expected)).toBe(difference);
  });
});

describe('a document', () => {
  it('is held against its schema', async () => {
    expect(await metadataErrors('ProtectedResourceMetadata', { resource: 'https://a.example/mcp' })).toEqual([]);
    expect(await metadataErrors('ProtectedResourceMetadata', [])).toMatchObject([{ path: '' }]);
    expect(await metadataErrors('OpenIdProviderMetadata', { issuer: 'https://a.example' })).not.toEqual([]);
  });

  it('says that it supports S256, or does not', () => {
    expect(takesS256({ code_challenge_methods_supported: ['plain', 'S256'] })).toBe(true);
    for (const methods of [['plain'], 'S256', null, []])
      expect(takesS256({ code_challenge_methods_supported: methods })).toBe(false);
    expect(takesS256({})).toBe(false);
  });
});
