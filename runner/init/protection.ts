import { isObject, type Json, type JsonObject } from '../../src/json/json.js';
import { challengesOf, parameterOf, parseChallenges } from '../../src/oauth/challenge.js';
import {
  issuerDifference,
  issuerPlaces,
  type MetadataPlace,
  metadataErrors,
  resourceDifference,
  resourcePlaces,
  takesS256,
} from '../../src/oauth/metadata.js';
import { OAuthWeb } from '../../src/oauth/web.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import { AddressGuard } from '../../src/wire/http/address-guard.js';

/** What a server that asks for tokens says of it (MCP, Authorization; RFC 9728; RFC 8414). */
export interface Protection {
  /** What was found, a line each. */
  found: string[];
  /** What is missing or wrong, a line each, with the requirement. */
  missing: string[];
  /** Origins of its authorization servers. */
  servers: string[];
}

/** Any server knows it, and one that wants a token refuses it, unless it leaves it open to all. */
const ASKED = ['ping', 'tools/list'].map((method) => JSON.stringify({ jsonrpc: '2.0', id: method, method }));
const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
/** ms for each document. */
const WITHIN = 10_000;
/** How many authorization servers are asked. */
const MOST_SERVERS = 3;
/** The most mistakes that are printed for one document. */
const MOST_MISTAKES = 3;

/**
 * Asks a server without a token, and where it refuses that, walks its metadata and those of its authorization servers. Undefined if it
 * does not ask for one. Only addresses of the internet and those of this machine are asked, and no more than 1 MiB is read of each.
 *
 * @param url where the server listens
 */
export async function protectionOf(url: string, clock: Clock): Promise<Protection | undefined> {
  const web = new OAuthWeb({ clock, within: WITHIN, guard: new AddressGuard({ allowed: [url] }) });
  try {
    for (const body of ASKED) {
      const answer = await web.post(url, HEADERS, body).catch(() => undefined);
      if (answer?.status === 401) return await new Walk(web, url).from(answer.headers['www-authenticate']);
    }
    return undefined;
  } finally {
    await web.close();
  }
}

class Walk {
  private readonly result: Protection = { found: [], missing: [], servers: [] };

  constructor(
    private readonly web: OAuthWeb,
    private readonly url: string,
  ) {}

  async from(field: string | undefined): Promise<Protection> {
    const { found, missing } = this.result;
    const challenges = challengesOf(parseChallenges(field ?? ''), 'Bearer');
    const named = challenges.map((one) => parameterOf(one, 'resource_metadata')).find((one) => one !== undefined);
    const scope = challenges.map((one) => parameterOf(one, 'scope')).find((one) => one !== undefined);
    found.push(`it asks for a token: HTTP 401${scope === undefined ? '' : `, scopes ${scope}`}`);
    if (challenges.length === 0) missing.push('the 401 has no Bearer challenge in WWW-Authenticate (MCP-AUTH-S-02)');
    const places = [
      ...(named !== undefined && URL.canParse(named)
        ? [{ url: named, kind: 'ProtectedResourceMetadata' as const }]
        : []),
      ...resourcePlaces(this.url),
    ];
    const there = await this.first(places);
    if (there) await this.resource(there.place, there.metadata);
    else missing.push(`no metadata at ${places.map((one) => one.url).join(', ')} (MCP-AUTH-S-04)`);
    return this.result;
  }

  private async resource(place: MetadataPlace, metadata: JsonObject): Promise<void> {
    const { found, missing } = this.result;
    found.push(`metadata of the resource at ${place.url}`);
    await this.mistakes(place, metadata, 'MCP-AUTH-S-11');
    const resource = String(metadata.resource);
    if (resourceDifference(resource, this.url) === 'other')
      missing.push(`they name the resource ${resource}, not ${this.url} (MCP-AUTH-S-12)`);
    const issuers = textsIn(metadata.authorization_servers).filter((one) => URL.canParse(one));
    if (issuers.length === 0) missing.push('they name no authorization server (MCP-AUTH-S-13)');
    this.result.servers.push(...new Set(issuers.map((issuer) => new URL(issuer).origin)));
    for (const issuer of issuers.slice(0, MOST_SERVERS)) await this.server(issuer);
  }

  private async server(issuer: string): Promise<void> {
    const { found, missing } = this.result;
    const places = issuerPlaces(issuer);
    const there = await this.first(places);
    if (!there) {
      missing.push(`no metadata of ${issuer} at ${places.map(({ url }) => url).join(', ')} (MCP-AUTH-S-14)`);
      return;
    }
    const { place, metadata } = there;
    found.push(`authorization server ${issuer}, metadata at ${place.url}: ${identification(metadata)}`);
    await this.mistakes(place, metadata, 'MCP-AUTH-S-14');
    const named = String(metadata.issuer);
    if (issuerDifference(named, issuer) !== undefined)
      missing.push(`the metadata of ${issuer} name another issuer, ${named} (MCP-AUTH-S-14)`);
    if (!takesS256(metadata)) missing.push(`the metadata of ${issuer} do not list PKCE with S256 (MCP-AUTH-S-15)`);
  }

  private async mistakes({ kind }: MetadataPlace, metadata: JsonObject, requirement: string): Promise<void> {
    const wrong = await metadataErrors(kind, metadata);
    for (const { path, message } of wrong.slice(0, MOST_MISTAKES))
      this.result.missing.push(`in them: ${`${path} ${message}`.trim()} (${requirement})`);
  }

  private async first(places: readonly MetadataPlace[]) {
    for (const place of places) {
      const answer = await this.web.get(place.url).catch(() => undefined);
      if (answer?.status === 200 && isObject(answer.json)) return { place, metadata: answer.json };
    }
    return undefined;
  }
}

/** How clients get an id there. */
function identification(metadata: JsonObject): string {
  const ways = [
    ...(metadata.client_id_metadata_document_supported === true ? ['takes client ID metadata documents'] : []),
    ...(typeof metadata.registration_endpoint === 'string' ? ['lets clients register'] : []),
  ];
  return ways.length > 0 ? ways.join(', ') : 'knows only clients that somebody has configured there';
}

const textsIn = (value: Json | undefined): string[] =>
  [value ?? []].flat().filter((one): one is string => typeof one === 'string');
