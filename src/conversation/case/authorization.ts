import type { JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import { secretsInMembers } from '../../json/secrets/credentials.js';
import { type AuthorizationServer, startAuthorizationServer } from '../../oauth/authorization-server/server.js';
import { openBorder } from '../../wire/carried.js';
import { secrets } from '../../wire/output.js';
import { StageError } from '../stage.js';
import { HeardRequests, nothingToSend } from './heard-requests.js';
import type { OpenedChannel, OpenedChannelHost } from './opened-channel.js';

/** The values that an authorization server gives to texts, by their names. */
export function addressesOf({ issuer, endpoints }: AuthorizationServer): { [name: string]: string } {
  const { origin, port } = new URL(issuer);
  return {
    url: origin,
    port,
    issuer,
    authorize: endpoints.authorization_endpoint!,
    token: endpoints.token_endpoint!,
    register: endpoints.registration_endpoint!,
    jwks: endpoints.jwks_uri!,
    introspection: endpoints.introspection_endpoint!,
    revocation: endpoints.revocation_endpoint!,
  };
}

/**
 * An authorization server of the case: `script` says how it behaves, and `answers` come before its own. Its channel has the values
 * `url`, `port`, `issuer`, `jwks`, `introspection` and those of its other endpoints. Each of its own answers is a record of kind http from
 * the kit, with path and status. The `body` of a refusal has the `reason`, and in `about` the wrong parameter.
 */
export async function listenForLogins(body: JsonObject, host: OpenedChannelHost): Promise<OpenedChannel> {
  const requests = new HeardRequests(body.answers ?? [], host);
  const server = await startAuthorizationServer({
    script: (body.script ?? {}) as JsonObject,
    border: openBorder,
    clock: host.clock,
    limits: host.limits,
    secrets,
    first: (exchange) => {
      // The server does not see requests that the case answers.
      secrets.add(secretsInMembers(new URLSearchParams(Buffer.from(exchange.body).toString('latin1'))));
      return requests.answer(exchange);
    },
    answered: ({ path }, { status, refusal }) => {
      const { channel } = requests;
      const http = { path: path.split('?', 1)[0]!, status, headers: {} };
      // Neither its headers nor its body: they are full of secrets, and no case asks for them.
      if (channel) host.record('kit', [channel], { kind: 'http', http, ...(refusal && { body: { ...refusal } }) });
    },
    ...(host.admission && { admission: host.admission }),
  }).catch((error: unknown) => {
    throw error instanceof RangeError ? new StageError('defect', error.message) : error;
  });
  const close = () => {
    requests.close();
    return server.close();
  };
  requests.channel = host.channel(addressesOf(server));
  return {
    send: nothingToSend,
    read: () => undefined,
    hangUp: close,
    close,
    authorization: {
      control: (told) => {
        try {
          if (isObject(told.set)) server.set(told.set);
          if (typeof told.revoke === 'string') server.revoke(told.revoke);
          if (told.expire === true) server.expire();
          if (told.rotate === true) server.rotateKeys();
        } catch (error) {
          throw error instanceof RangeError ? new StageError('defect', error.message) : error;
        }
      },
      make: (claims, how) => server.make(claims, how),
    },
  };
}
