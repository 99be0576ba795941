/** What a filter is made of, as the help and the errors name it. */
export const GRAMMAR: readonly { word: string; example: string; finds: string }[] = [
  { word: 'dir', example: 'dir:in  dir:out', finds: 'direction' },
  { word: 'method', example: 'method:fs/*', finds: 'the method; a reply has that of its request' },
  { word: 'kind', example: 'kind:request,reply,notify,http,chunk', finds: 'what it is' },
  { word: 'tool', example: 'tool:echo  tool:call_1', finds: 'the name or the id of a tool or of a call' },
  { word: 'session', example: 'session:session_1', finds: 'the session that it is about' },
  { word: 'id', example: 'id:7', finds: 'the id of a request and of its reply' },
  { word: 'on', example: 'on:main', finds: 'the channel' },
  {
    word: 'status',
    example: 'status:pending  status:404',
    finds: 'the status of a tool call, a task or an HTTP response',
  },
  { word: 'is', example: 'is:open  is:mine  is:changed', finds: 'without reply; sent by a person; changed by a fault' },
  { word: 'verdict', example: 'verdict:fail  verdict:warn', finds: 'findings' },
  { word: 'req', example: 'req:MCP-HTTP', finds: 'findings by requirement or its beginning' },
  { word: 'took', example: 'took:>1s', finds: 'how long the reply took' },
  { word: 'after', example: 'after:4.2s', finds: 'what came later' },
  { word: 'size', example: 'size:>64k', finds: 'the size in bytes' },
];

/** Words whose values are one of a few. */
export const VALUES: { readonly [word: string]: readonly string[] } = {
  dir: ['in', 'out'],
  kind: ['request', 'reply', 'notify', 'http', 'chunk'],
  is: ['open', 'mine', 'changed'],
  verdict: ['fail', 'warn'],
};

/** A part of a filter that every row must fulfil. */
export interface Word {
  /** Empty for a bare word. */
  key: string;
  /** One of them must fit. */
  values: readonly string[];
  negated: boolean;
  /** Of `took`, `after` and `size`. */
  compared?: { how: '>' | '>=' | '<' | '<=' | '='; number: number };
}

/** What is wrong with a filter, in one sentence. */
export class FilterProblem extends Error {}
