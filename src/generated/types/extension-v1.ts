// Generated from schemas/ by `npm run generate`. Do not edit.

/** The methods that a project has beside those of a protocol. Their definitions are JSON Schemas beside the file. */
export type ExtensionFile = {
  /** The requirement that a message breaks which does not fit its definition. By default `OWN-SCHEMA`, a must. */
  requirement?: string;
  /** Methods by name. */
  methods: {
    [k: string]: ExtensionMethod;
  };
};
/** One method. */
export type ExtensionMethod = {
  /** What it does, in one sentence. */
  summary?: string;
  /** Who sends it. The server is the side that serves: a server, an agent, a runtime. */
  direction: 'client-to-server' | 'server-to-client' | 'both';
  /** Whether it is answered. */
  kind: 'request' | 'notification';
  /** Definition of the params. Without it any params fit. */
  params?: string;
  /** Whether a message without params is wrong. By default it is if the definition requires a member. */
  paramsRequired?: boolean;
  /** Definition of the result, or of each result that is possible. Without it any result fits. */
  result?: string | string[];
  /** JSON Pointer, in params, to the member that tells variants apart. */
  discriminator?: string;
};
