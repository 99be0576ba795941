import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ran } from '../../support/testing.js';
import { validate } from './validate.js';

const dir = mkdtempSync(join(tmpdir(), 'proctor-card-versions-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const rpc = { url: 'https://agent.example/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
const skill = { id: 'book', name: 'Book', description: 'Books a table.', tags: ['restaurant'] };
/** What both versions have. */
const shared = {
  name: 'Waiter',
  description: 'Books tables.',
  version: '1',
  capabilities: {},
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [skill],
};
const now = { ...shared, supportedInterfaces: [rpc] };
const old = { ...shared, protocolVersion: '0.3.0', url: 'https://agent.example/', preferredTransport: 'JSONRPC' };
const hybrid = { ...old, supportedInterfaces: [rpc, { ...rpc, protocolVersion: '0.3' }] };
const key = { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } };

const path = join(dir, 'card.json');
const run = (content: object, version?: string, json = false) => {
  writeFileSync(path, JSON.stringify(content, null, 2));
  return ran((context) => validate('a2a/card', [path], { json, ...(version && { version }) }, context));
};

/** The last line: by what the card was judged, and what came of it. */
const verdict = async (content: object, version?: string) => {
  const { out } = await run(content, version);
  return out.trim().split('\n').at(-1)!.slice(`${path}: `.length);
};

/** What is said of a card: `error` or `warning`, the pointer and the message. */
async function said(content: object, version?: string): Promise<string[]> {
  const { out, exit } = await run(content, version, true);
  const { problems } = JSON.parse(out) as { problems: { warning?: boolean; path: string; message: string }[] };
  expect(exit).toBe(problems.some(({ warning }) => !warning) ? 1 : 0);
  return problems.map(({ warning, message }) => `${warning ? 'warning' : 'error'} ${message}`);
}

describe('validate a2a/card', () => {
  it('judges a card by the version of its form, and one of both forms by both', async () => {
    expect(await verdict(old)).toBe('agent card of A2A 0.3.0: valid');
    expect(await verdict(now)).toBe('agent card of A2A 1.0.1: valid');
    expect(await verdict(hybrid)).toBe('agent card of A2A 0.3.0 and 1.0.1: valid');
  });

  it.each(['1.0.1', '1.0'])('judges every card by the version that --version %s names', async (version) => {
    expect(await verdict(now, version)).toBe('agent card of A2A 1.0.1: valid');
    expect(await verdict(hybrid, version)).toBe('agent card of A2A 1.0.1: valid');
    expect(await said(old, version)).toEqual([
      'warning has the form of A2A 0.3, with `url` and no `supportedInterfaces`; it is judged by 1.0.1',
      'error lacks `supportedInterfaces`',
    ]);
  });

  it('reports a card of 1.0 that is to be judged by 0.3', async () => {
    expect(await verdict(hybrid, '0.3')).toBe('agent card of A2A 0.3.0: valid');
    expect(await said(now, '0.3.0')).toEqual([
      'error /supportedInterfaces this card has the form of A2A 1.0, with `supportedInterfaces` and no `url`; it is judged by 0.3.0 ' +
        '(A2A-CARD-003)',
    ]);
  });

  it('refuses a version by which no card is judged', async () => {
    await expect(run(now, '0.2')).rejects.toThrow('a2a/card is not judged by version 0.2; there are 0.3.0, 1.0.1');
  });

  it('says of a card of both forms by which version something is wrong', async () => {
    const { name: _, ...nameless } = hybrid;
    const { protocolVersion: __, ...unversioned } = rpc;
    expect(await said({ ...nameless, preferredTransport: 1, supportedInterfaces: [unversioned] })).toEqual([
      'error lacks `name` (A2A-CARD-003)',
      'error /preferredTransport expected a string, got an integer, by A2A 0.3.0 (A2A-CARD-003)',
      'error /supportedInterfaces/0 lacks `protocolVersion`, by A2A 1.0.1',
    ]);
  });
});

const header = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const signed = (protectedHeader: string, signature = 'c2ln') => ({
  ...now,
  signatures: [{ protected: protectedHeader, signature }],
});
const at = (more: object) => ({ ...now, supportedInterfaces: [{ ...rpc, ...more }] });

describe('a card of A2A 1.0', () => {
  it.each<[string, object]>([
    ['a server on this machine', at({ url: 'http://127.0.0.1:4100/a2a' })],
    ['gRPC by host and port', at({ url: 'agent.example:443', protocolBinding: 'GRPC' })],
    ['a binding of its own', at({ url: 'wss://agent.example/', protocolBinding: 'https://agent.example/ws/v1' })],
    ['interfaces of 0.3 alone', at({ protocolVersion: '0.3' })],
    ['no skills', { ...now, skills: [] }],
    ['members that 1.0.1 does not know', { ...now, rating: 5, capabilities: { stateTransitionHistory: true } }],
    [
      'a scheme that it requires and defines',
      { ...now, securitySchemes: { key }, securityRequirements: [{ schemes: { key: {} } }] },
    ],
    ['a signature', signed(header({ alg: 'ES256', typ: 'JOSE', kid: 'k' }))],
  ])('may have %s', async (_what, content) => {
    expect(await said(content)).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['no interface', { ...now, supportedInterfaces: [] }, ['error /supportedInterfaces is empty']],
    ['a skill without tags', { ...now, skills: [{ ...skill, tags: [] }] }, ['error /skills/0/tags is empty']],
    [
      'an address that is none',
      at({ url: 'agent.example' }),
      ['error /supportedInterfaces/0/url expected an absolute http or https address, got "agent.example"'],
    ],
    [
      'plain http elsewhere',
      at({ url: 'http://agent.example/' }),
      ['warning /supportedInterfaces/0/url agent.example is reached over plain http; in production it has to be https'],
    ],
    [
      'a binding misspelled',
      at({ protocolBinding: 'json-rpc' }),
      [
        'warning /supportedInterfaces/0/protocolBinding the binding "json-rpc" is none that clients know; did you mean `JSONRPC`?',
      ],
    ],
    [
      'a binding without a URI',
      at({ protocolBinding: 'CARRIER-PIGEON' }),
      [
        'warning /supportedInterfaces/0/protocolBinding the binding "CARRIER-PIGEON" is none that clients know; ' +
          'the name of another binding is a URI',
      ],
    ],
    [
      'a patch number',
      at({ protocolVersion: '1.0.1' }),
      [
        'warning /supportedInterfaces/0/protocolVersion the version is "1.0.1"; clients compare "1.0", without the patch',
      ],
    ],
    [
      'a version that Proctor does not know',
      at({ protocolVersion: '2.0' }),
      [
        'warning /supportedInterfaces/0/protocolVersion the version "2.0" is neither 0.3 nor 1.0; the card is judged by 1.0.1',
      ],
    ],
    [
      'a scheme that is not defined',
      { ...now, securitySchemes: { key }, securityRequirements: [{ schemes: { kee: {} } }] },
      ['warning /securityRequirements/0/schemes/kee securitySchemes has no `kee`; did you mean `key`?'],
    ],
    [
      'a scheme that is not defined, for a skill',
      { ...now, skills: [{ ...skill, securityRequirements: [{ schemes: { key: { list: ['read'] } } }] }] },
      ['warning /skills/0/securityRequirements/0/schemes/key securitySchemes has no `key`'],
    ],
    [
      'a scheme in the form of 0.3',
      { ...now, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      [
        'warning /securitySchemes/key has none of the schemes of A2A 1.0: apiKeySecurityScheme, httpAuthSecurityScheme, ' +
          'oauth2SecurityScheme, openIdConnectSecurityScheme, mtlsSecurityScheme',
      ],
    ],
    ['security of 0.3', { ...now, security: [] }, ['warning /security is of A2A 0.3; 1.0 has `securityRequirements`']],
    [
      'an extended card for nobody',
      { ...now, capabilities: { extendedAgentCard: true } },
      ['warning /capabilities/extendedAgentCard promises a card to clients that sign in, and no scheme says how'],
    ],
    ['a skill twice', { ...now, skills: [skill, skill] }, ['warning /skills/1/id `book` is the id of /skills/0 too']],
    [
      'a secret',
      { ...now, capabilities: { extensions: [{ uri: 'urn:x', params: { client_secret: 's3cr3t' } }] } },
      ['warning /capabilities/extensions/0/params/client_secret looks like a secret; everyone can read a card'],
    ],
    [
      'a header without kid',
      signed(header({ alg: 'ES256', typ: 'JOSE' })),
      ['error /signatures/0/protected the header lacks `kid`'],
    ],
    [
      'a header of another type',
      signed(header({ alg: 'ES256', kid: 'k' })),
      ['warning /signatures/0/protected the header has no `typ`; "JOSE" is recommended'],
    ],
    [
      'a signature by none',
      signed(header({ alg: 'none', kid: 'k', typ: 'JOSE' })),
      ['error /signatures/0/protected the algorithm is none: nothing is signed'],
    ],
    [
      'a symmetric signature',
      signed(header({ alg: 'HS256', kid: 'k', typ: 'JOSE' })),
      ['warning /signatures/0/protected HS256 is symmetric: only who has the secret can verify it'],
    ],
    ['a header that is not JSON', signed(header('alg')), ['error /signatures/0/protected does not hold a JSON object']],
    ['a header in base64', signed('eyJhbGc+/w=='), ['error /signatures/0/protected is not base64url without padding']],
    [
      'a signature in hex with dots',
      signed(header({ alg: 'ES256', kid: 'k', typ: 'JOSE' }), 'a.b'),
      ['error /signatures/0/signature is not base64url without padding'],
    ],
  ])('is reported with %s', async (_what, content, wanted) => {
    expect(await said(content)).toEqual(wanted);
  });

  it('has `security` beside the requirements of 1.0 if it serves clients of 0.3 as well', async () => {
    expect(await said({ ...hybrid, security: [] })).toEqual([]);
  });
});
