// Generated from schemas/ by `npm run generate`. Do not edit.

import type { JsonObject } from './json.js';

/** How the authorization server of a case or of a mock behaves. Without any member it does everything right, and consents at once. */
export type OauthScriptFile = {
  /** Path of its issuer. Default: /tenant. It can not be changed later. */
  path?: string;
  /** Scopes that its metadata name. Default: none are named. Any are granted. */
  scopes?: string[];
  /** Clients that it knows without a registration. It can not be changed later. */
  clients?: ConfiguredClient[];
  /** Clients may register. Default: true. */
  registration?: boolean;
  /** What it does with a client id that is a URL. fetch: it reads the document if it is on this machine, and else believes it unseen. unseen: it believes it. refuse: it does not take them, and its metadata do not say so. Default: fetch. */
  documents?: 'fetch' | 'unseen' | 'refuse';
  /** What the user of a browser decides: at once to approve or to deny, or on a page with buttons. Default: approve. */
  consent?: 'approve' | 'deny' | 'ask';
  /** The user. Default: user-1. */
  subject?: string;
  /** Scopes that are granted, whatever is asked for. Default: those that are asked for. */
  grants?: string[];
  /** What access tokens are. Default: jwt. */
  tokens?: 'jwt' | 'opaque';
  /** How they are signed. Default: ES256. */
  alg?: 'ES256' | 'RS256';
  /** Seconds that an access token is valid. Default: 3600. */
  lifetime?: number;
  /** Seconds that a code is valid. Default: 60. */
  codeLifetime?: number;
  /** Refresh tokens. rotate: each is good for one use, and a second use ends all that came of the login. reuse: they stay. none: there are none. refuse: they are issued and never taken. Default: rotate. */
  refresh?: 'rotate' | 'reuse' | 'none' | 'refuse';
  /** Whom tokens are for, whatever is asked for. Default: the resource that is asked for, or the issuer if there is none. */
  audience?: string | string[];
  /** Claims of access tokens that are otherwise; null leaves one out. */
  claims?: JsonObject;
  /** Members of the header of access tokens that are otherwise; null leaves one out. */
  header?: JsonObject;
  /** Whether answers have `iss`, or which. Default: true. What the metadata say of it follows, but for a text. */
  iss?: boolean | string;
  /** Members of its metadata that are otherwise; null leaves one out. */
  metadata?: JsonObject;
  /** What it refuses, with which error. */
  refuses?: {
    /** The error that every authorization request ends with. */
    authorize?: string;
    /** The error that the token endpoint always answers. */
    token?: string;
    /** The error that every registration ends with. */
    register?: string;
  };
  /** ms that each answer waits. Default: 0. */
  delayMs?: number;
  /** Origins whose pages may come, besides those of this machine. It can not be changed later. */
  origins?: string[];
  /** Names that it may be reached by, besides those of this machine. It can not be changed later. */
  hosts?: string[];
};
/** A client that an authorization server knows. */
export type ConfiguredClient = {
  /** Its id. */
  id: string;
  /** Its secret. Default: it has none, and does not authenticate. */
  secret?: string;
  /** How it brings its secret. Default: in either way. */
  method?: 'client_secret_basic' | 'client_secret_post';
  /** Where its users may be sent back to; on this machine with any port. Default: anywhere on this machine. */
  redirects?: string[];
};
