import type { AgentCard, OAuth2SecurityScheme } from '../../../generated/types/a2a-0.3.0.js';
import { escapeToken } from '../../../json/pointer.js';
import type { Remark } from '../../../language/remark.js';
import { absoluteUrl, isLoopback } from './transports.js';

/** Whether a client can go where the OAuth flows of a card send it: their addresses are URLs, some of them over TLS. */
export function aboutFlows({ securitySchemes = {} }: AgentCard): Remark[] {
  return Object.entries(securitySchemes).flatMap(([name, scheme]) =>
    scheme.type === 'oauth2' ? aboutScheme(`/securitySchemes/${escapeToken(name)}`, scheme) : [],
  );
}

function aboutScheme(at: string, { flows, oauth2MetadataUrl }: OAuth2SecurityScheme): Remark[] {
  const { authorizationCode = {}, clientCredentials = {}, implicit = {}, password = {} } = flows;
  return [
    ...(oauth2MetadataUrl === undefined ? [] : aboutAddress(`${at}/oauth2MetadataUrl`, oauth2MetadataUrl, true)),
    ...aboutFlow(`${at}/flows/authorizationCode`, authorizationCode, true),
    ...aboutFlow(`${at}/flows/clientCredentials`, clientCredentials, false),
    ...aboutFlow(`${at}/flows/implicit`, implicit, false),
    ...aboutFlow(`${at}/flows/password`, password, false),
  ];
}

interface Addresses {
  authorizationUrl?: string;
  tokenUrl?: string;
  refreshUrl?: string;
}

function aboutFlow(at: string, { authorizationUrl, tokenUrl, refreshUrl }: Addresses, tls: boolean): Remark[] {
  return Object.entries({ authorizationUrl, tokenUrl, refreshUrl }).flatMap(([name, address]) =>
    address === undefined ? [] : aboutAddress(`${at}/${name}`, address, tls),
  );
}

/** @param tls whether the type demands TLS of this address; on this machine it may do without */
function aboutAddress(path: string, address: string, tls: boolean): Remark[] {
  const about = (message: string): Remark[] => [{ path, message, severity: 'error', requirement: 'A2A-CARD-028' }];
  const url = absoluteUrl(address);
  if (url === undefined) return about(`expected an absolute http or https address, got ${JSON.stringify(address)}`);
  if (!tls || url.protocol === 'https:' || isLoopback(url.hostname)) return [];
  return about(`has to be reached over https, got ${JSON.stringify(address)}`);
}
