// Generated from schemas/ by `npm run generate`. Do not edit.

/** The methods of one protocol version: who sends them, their schemas, and what gates them. */
export type MethodsFile = {
  /** Name of the protocol. */
  protocol: string;
  /** Its version. */
  version: string;
  /** Full name, as published. */
  title: string;
  messages?: Messages;
  /** Error codes by name. */
  errors: {
    [k: string]: ErrorCode;
  };
  /** Methods by name. */
  methods: {
    [k: string]: Method;
  };
};
/** What messages are made of around params and results, where that is not plain JSON-RPC 2.0. */
export type Messages = {
  /** Definition of the id of a request. */
  id?: string;
  /** Definition of the whole answer to a request that failed. */
  failure?: string;
  /** Definitions of messages that both sides send besides those of the methods, such as batches. */
  also?: string[];
  /** Params, results and failures are sent as they are, without JSON-RPC around them, as in bodies of REST. */
  bare?: boolean;
};
/** A code and what it means. */
export type ErrorCode = {
  /** The code. */
  code: number;
  /** What it says, in our words. */
  meaning: string;
  /** Definition of its `data`, where that has a form. */
  data?: string;
};
/** One method. */
export type Method = {
  /** What it does, in one sentence. */
  summary: string;
  /** Who sends it. The server is the side that serves: a server, an agent, a runtime. */
  direction: 'client-to-server' | 'server-to-client' | 'both';
  /** Whether it is answered. */
  kind: 'request' | 'notification';
  /** Definition of the whole message, where the protocol has one. One of another folder is named by its path. */
  message?: string;
  /** Definition of the params, where the protocol defines no whole messages; or its path. */
  params?: string;
  /** Definition of the result, or of each result that is possible; or their paths. */
  result?: string | string[];
  /** Errors of the table that the method may end with, besides those that any request may end with. */
  errors?: string[];
  capability?: Capability;
  /** JSON Pointer, in params, to the member that tells variants apart. */
  discriminator?: string;
};
/** What must have been advertised before the method is used. */
export type Capability = {
  /** Whose capability; sender and receiver for methods that go both ways. */
  side: 'client' | 'server' | 'sender' | 'receiver';
  /** JSON Pointer into the capabilities of that side. */
  pointer: string;
};
