import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import { own } from '../../../../json/own.js';

/**
 * The messages of an agent card by the proto file of A2A 1.0.1. A member with `!` is REQUIRED there or has the keyword `optional`, so that it
 * is signed whatever its value. After the colon stands the message that it holds: one, a list `[]` or a map `{}` of them.
 */
const MESSAGES: { readonly [name: string]: string } = {
  AgentCard:
    'name! description! supportedInterfaces!:AgentInterface[] provider:AgentProvider version! documentationUrl! ' +
    'capabilities!:AgentCapabilities securitySchemes:SecurityScheme{} securityRequirements:SecurityRequirement[] ' +
    'defaultInputModes! defaultOutputModes! skills!:AgentSkill[] signatures iconUrl!',
  AgentInterface: 'url! protocolBinding! tenant protocolVersion!',
  AgentProvider: 'url! organization!',
  AgentCapabilities: 'streaming! pushNotifications! extensions:AgentExtension[] extendedAgentCard!',
  AgentExtension: 'uri description required params:Struct',
  AgentSkill: 'id! name! description! tags! examples inputModes outputModes securityRequirements:SecurityRequirement[]',
  SecurityRequirement: 'schemes:StringList{}',
  StringList: 'list',
  SecurityScheme:
    'apiKeySecurityScheme:APIKeySecurityScheme httpAuthSecurityScheme:HTTPAuthSecurityScheme ' +
    'oauth2SecurityScheme:OAuth2SecurityScheme openIdConnectSecurityScheme:OpenIdConnectSecurityScheme ' +
    'mtlsSecurityScheme:MutualTlsSecurityScheme',
  APIKeySecurityScheme: 'description location! name!',
  HTTPAuthSecurityScheme: 'description scheme! bearerFormat',
  OAuth2SecurityScheme: 'description flows!:OAuthFlows oauth2MetadataUrl',
  OpenIdConnectSecurityScheme: 'description openIdConnectUrl!',
  MutualTlsSecurityScheme: 'description',
  OAuthFlows:
    'authorizationCode:AuthorizationCodeOAuthFlow clientCredentials:ClientCredentialsOAuthFlow implicit:ImplicitOAuthFlow ' +
    'password:PasswordOAuthFlow deviceCode:DeviceCodeOAuthFlow',
  AuthorizationCodeOAuthFlow: 'authorizationUrl! tokenUrl! refreshUrl scopes! pkceRequired',
  ClientCredentialsOAuthFlow: 'tokenUrl! refreshUrl scopes!',
  ImplicitOAuthFlow: 'authorizationUrl refreshUrl scopes',
  PasswordOAuthFlow: 'tokenUrl refreshUrl scopes',
  DeviceCodeOAuthFlow: 'deviceAuthorizationUrl! tokenUrl! refreshUrl scopes!',
};

/** What is known of a member of a message. */
interface Field {
  /** Whether it is there whatever its value is. */
  stays: boolean;
  message: string | undefined;
  many: '[]' | '{}' | undefined;
}

/** A field whose values have no defaults inside: a JSON object of the agent's own. */
const STRUCT = 'Struct';

const FIELDS: ReadonlyMap<string, { readonly [member: string]: Field }> = new Map(
  Object.entries(MESSAGES).map(([name, members]) => [
    name,
    Object.fromEntries(members.split(' ').map((member) => fieldOf(member))),
  ]),
);

function fieldOf(text: string): [string, Field] {
  const [, name = '', sign, message, many] = /^(\w+)(!?)(?::(\w+)(\[\]|\{\})?)?$/.exec(text)!;
  return [name, { stays: sign === '!', message, many: many as Field['many'] }];
}

/** What is done with members that the proto file does not have. */
export type Unknown = 'keep' | 'drop';

/** The members of the messages of a card, for comparison with their schemas. */
export const cardMessages = (): ReadonlyMap<string, { readonly [member: string]: Field }> => FIELDS;

/**
 * A card without what is not signed: members with a default value, unless they are REQUIRED or `optional` in the proto file, and its
 * signatures (A2A 1.0.1, 8.4.1). A null stands for a member that is not set.
 */
export function signedPart(card: JsonObject, unknown: Unknown): JsonObject {
  const { signatures: _, ...rest } = card;
  return without(rest, 'AgentCard', unknown);
}

function without(value: JsonObject, message: string, unknown: Unknown): JsonObject {
  const fields = FIELDS.get(message)!;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const field = own(fields, name);
    if (field === undefined) return unknown === 'keep' ? [[name, member]] : [];
    if (member === null || (!field.stays && isDefault(member, field))) return [];
    return [[name, inside(member, field, unknown)]];
  });
  return Object.fromEntries(members);
}

/** Whether a member has the value that it has when it is not set. A message that is there is set, however empty. */
function isDefault(value: Json, { message, many }: Field): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return (message === undefined || many === '{}') && Object.keys(value).length === 0;
  return value === '' || value === false || value === 0;
}

function inside(value: Json, { message, many }: Field, unknown: Unknown): Json {
  if (message === undefined || message === STRUCT) return value;
  const one = (item: Json) => (isObject(item) ? without(item, message, unknown) : item);
  if (many === '[]') return Array.isArray(value) ? value.map(one) : value;
  if (many !== '{}' || !isObject(value)) return one(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, one(item)]));
}
