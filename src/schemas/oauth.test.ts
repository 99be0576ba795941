import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.js';
import { loadValidators } from './index.js';

const oauth = await loadValidators('oauth', 'v1');
const said = (name: string, value: Json) =>
  oauth.validate(name, value).map(({ path, message }) => `${path} ${message}`);

const resource: JsonObject = {
  resource: 'https://api.example/mcp',
  authorization_servers: ['https://login.example/t'],
};
const server: JsonObject = {
  issuer: 'https://login.example/t',
  authorization_endpoint: 'https://login.example/t/authorize',
  token_endpoint: 'https://login.example/t/token',
  response_types_supported: ['code'],
};
const provider: JsonObject = {
  ...server,
  jwks_uri: 'https://login.example/t/jwks',
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};
const document: JsonObject = {
  client_id: 'https://app.example/client.json',
  client_name: 'App',
  redirect_uris: ['http://127.0.0.1/callback'],
};
const code: JsonObject = { grant_type: 'authorization_code', code: 'c', code_verifier: 'v'.repeat(43) };

describe('the schemas of OAuth', () => {
  it.each<[name: string, value: Json]>([
    ['ProtectedResourceMetadata', resource],
    [
      'ProtectedResourceMetadata',
      { resource: 'http://127.0.0.1:1/mcp', bearer_methods_supported: [], 'resource_name#de': 'x' },
    ],
    ['ProtectedResourceMetadata', { ...resource, vendor_member: { any: 1 } }],
    ['AuthorizationServerMetadata', server],
    ['AuthorizationServerMetadata', { ...server, token_endpoint: 'http://[::1]:9/token?tenant=t1' }],
    ['AuthorizationServerMetadata', { ...server, issuer: 'http://localhost:9000' }],
    // Nobody needs the endpoints of grants that a server does not take.
    [
      'AuthorizationServerMetadata',
      {
        issuer: 'https://a.example',
        response_types_supported: ['token'],
        grant_types_supported: ['implicit'],
        authorization_endpoint: 'https://a.example/a',
      },
    ],
    [
      'AuthorizationServerMetadata',
      {
        issuer: 'https://a.example',
        response_types_supported: ['none'],
        grant_types_supported: ['client_credentials'],
        token_endpoint: 'https://a.example/t',
      },
    ],
    ['OpenIdProviderMetadata', provider],
    ['ClientIdMetadataDocument', document],
    [
      'ClientIdMetadataDocument',
      { ...document, client_id: 'https://app.example:8443/a/b?v=1', token_endpoint_auth_method: 'private_key_jwt' },
    ],
    ['RegistrationRequest', { redirect_uris: ['com.example.app:/cb'] }],
    ['RegistrationResponse', { client_id: 'c', client_secret: 's', client_secret_expires_at: 0 }],
    ['TokenRequest', code],
    ['TokenResponse', { access_token: 't', token_type: 'Bearer' }],
    ['ErrorResponse', { error: 'temporarily_busy', error_description: '' }],
    ['IntrospectionResponse', { active: true, aud: ['a', 'b'], exp: 1764000000.5, extra: 1 }],
  ])('take a %s of %j', (name, value) => {
    expect(said(name, value)).toEqual([]);
  });

  it.each<[name: string, value: Json, message: string]>([
    ['ProtectedResourceMetadata', {}, 'lacks `resource`'],
    ['ProtectedResourceMetadata', { resource: 'https://api.example/mcp#part' }, '/resource'],
    ['ProtectedResourceMetadata', { ...resource, authorization_servers: [] }, '/authorization_servers'],
    [
      'ProtectedResourceMetadata',
      { ...resource, authorization_servers: ['https://login.example/t?x=1'] },
      '/authorization_servers/0',
    ],
    ['ProtectedResourceMetadata', { ...resource, bearer_methods_supported: ['cookie'] }, '/bearer_methods_supported/0'],
    ['ProtectedResourceMetadata', { ...resource, scopes_supported: ['a b'] }, '/scopes_supported/0'],
    ['ProtectedResourceMetadata', { ...resource, 'resource_name#de': 1 }, '/resource_name#de'],
    ['AuthorizationServerMetadata', { ...server, issuer: 'http://login.example' }, '/issuer'],
    ['AuthorizationServerMetadata', { ...server, issuer: 'http://127.0.0.1.example/' }, '/issuer'],
    ['AuthorizationServerMetadata', { ...server, token_endpoint: 'http://login.example/token' }, '/token_endpoint'],
    [
      'AuthorizationServerMetadata',
      { ...server, authorization_endpoint: 'javascript:alert(1)' },
      '/authorization_endpoint',
    ],
    [
      'AuthorizationServerMetadata',
      { issuer: 'https://a.example', response_types_supported: ['code'], token_endpoint: 'https://a.example/t' },
      '`authorization_endpoint`',
    ],
    [
      'AuthorizationServerMetadata',
      {
        issuer: 'https://a.example',
        response_types_supported: ['code'],
        authorization_endpoint: 'https://a.example/t',
      },
      '`token_endpoint`',
    ],
    [
      'AuthorizationServerMetadata',
      { ...server, token_endpoint_auth_signing_alg_values_supported: ['none'] },
      '/token_endpoint_auth_signing_alg_values_supported/0',
    ],
    [
      'AuthorizationServerMetadata',
      { ...server, authorization_response_iss_parameter_supported: 'yes' },
      '/authorization_response_iss_parameter_supported',
    ],
    [
      'OpenIdProviderMetadata',
      { ...provider, id_token_signing_alg_values_supported: ['ES256'] },
      '/id_token_signing_alg_values_supported',
    ],
    ['OpenIdProviderMetadata', server, 'lacks `jwks_uri`'],
    ['ClientIdMetadataDocument', { ...document, client_id: 'http://app.example/client.json' }, '/client_id'],
    ['ClientIdMetadataDocument', { ...document, client_id: 'https://app.example' }, '/client_id'],
    ['ClientIdMetadataDocument', { ...document, client_id: 'https://app.example/a/../client.json' }, '/client_id'],
    ['ClientIdMetadataDocument', { ...document, client_id: 'https://me@app.example/client.json' }, '/client_id'],
    ['ClientIdMetadataDocument', { ...document, client_secret: 's' }, 'client_secret'],
    [
      'ClientIdMetadataDocument',
      { ...document, token_endpoint_auth_method: 'client_secret_post' },
      '/token_endpoint_auth_method',
    ],
    ['RegistrationRequest', { client_name: 'x' }, 'lacks `redirect_uris`'],
    ['RegistrationRequest', { redirect_uris: [], application_type: 'desktop' }, '/application_type'],
    ['RegistrationResponse', { client_id: 'c', client_secret: 's' }, 'client_secret_expires_at'],
    ['TokenRequest', { ...code, code_verifier: 'v'.repeat(42) }, '/code_verifier'],
    ['TokenRequest', { grant_type: 'refresh_token' }, 'refresh_token'],
    ['TokenResponse', { access_token: 't' }, 'lacks `token_type`'],
    ['TokenResponse', { access_token: '', token_type: 'Bearer' }, '/access_token'],
    ['TokenResponse', { access_token: 't', token_type: 'Bearer', expires_in: '3600' }, '/expires_in'],
    ['ErrorResponse', { error: 'bad "quote"' }, '/error'],
    ['IntrospectionResponse', { active: 'true' }, '/active'],
    ['JsonWebKey', { kty: 'EC', crv: 'P-256', x: 'a' }, 'lacks `y`'],
    ['JsonWebKey', { kty: 'RSA', n: 'a', e: 'AQAB', d: 'secret' }, ''],
    [
      'AccessTokenClaims',
      { iss: 'https://a.example', exp: 1, aud: [], sub: 'u', client_id: 'c', iat: 1, jti: 'j' },
      '/aud',
    ],
  ])('refuse a %s of %j', (name, value, message) => {
    const errors = said(name, value);
    expect(errors).not.toEqual([]);
    expect(errors.join('\n')).toContain(message);
  });
});
