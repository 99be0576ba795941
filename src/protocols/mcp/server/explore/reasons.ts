import type { Findings } from './findings.js';
import type { Offer } from './offered.js';

/** What was done with a server. */
interface Tried {
  offer: Offer;
  /** Names of tools that were called. */
  called: ReadonlySet<string>;
  /** Names of tools that were not, because they may change something or reach other systems. */
  refused: readonly string[];
  isHttp: boolean;
}

/** What no call of a tool did, by behavior. */
const OF_TOOLS: { readonly [behavior: string]: string } = {
  tool: 'succeeded at once',
  'echo-tool': 'returns its message',
  'tool-without-arguments': 'succeeded without arguments',
  'slow-tool': 'takes its time and reports progress',
  'failing-tool': 'failed with arguments that fit its schema',
  'structured-tool': 'returned structured content',
  'image-tool': 'returned an image',
  'audio-tool': 'returned audio',
  'embedded-resource-tool': 'returned an embedded resource',
  'resource-link-tool': 'returned a resource link',
  'tools-change': 'added or removed a tool',
  'resources-change': 'added or removed a resource',
  'prompts-change': 'added or removed a prompt',
  'asks-roots': 'asked for the roots',
  'asks-sampling': 'asked for a sampling',
  'asks-elicitation': 'asked the user for input',
  'asks-url': 'asked the user to visit a URL',
  'asks-sampling-with-tools': "let the client's model use tools",
  'demands-url': 'was refused until the user has visited a URL',
  'resource-update': 'changed a resource that a client can subscribe to',
  'logs-all-levels': 'logged at every level',
};

/** What no resource, prompt or argument is, by behavior. */
const OF_CONTENTS: { readonly [behavior: string]: string } = {
  'text-resource': 'no resource that was read is text',
  'binary-resource': 'no resource that was read is binary',
  'template-resource': 'no resource was found under a URI of a template',
  'missing-resource': 'every URI that was tried was answered with contents',
  'other-resource': 'no second resource to subscribe to was found',
  prompt: 'no prompt was got without arguments',
  'prompt-with-arguments': 'no prompt that requires arguments was got with values that could be guessed',
  'image-prompt': 'no prompt that was got has an image',
  'audio-prompt': 'no prompt that was got has audio',
  'resource-prompt': 'no prompt that was got has an embedded resource',
  'several-pages': 'every list is one page',
  completable: 'the server suggested a value for no argument',
  'completable-many': 'no argument has more than 100 suggestions',
  logs: 'no request that was tried made the server log',
  'task-tool': 'no tool that was run as a task took its time and succeeded',
  'failing-task': 'no tool that was run as a task failed',
  'task-or-plain-tool': 'no tool came to the same as a task and without one',
};

const OF_HTTP: { readonly [behavior: string]: string } = {
  'http-sessions': 'the server assigns no session id',
  'http-resumable': 'no stream was found that can be resumed',
  'sse-answers': 'no slow call was answered by an event stream',
  'get-stream': 'the server opens no stream on GET',
  announce: 'no request that was tried brought a notification on the stream of the session',
  'polling-tool': 'no tool is known that closes its connection before its result',
};

/** Says of each behavior that was not found why, as far as that is known. */
export function reasons({ offer, called, refused, isHttp }: Tried, findings: Findings): void {
  const others =
    refused.length === 0
      ? ''
      : `, and ${refused.length} ${refused.length === 1 ? 'was' : 'were'} not called (--allow-tools)`;
  const which = called.size === 0 ? 'no tool was called' : undefined;
  for (const [behavior, did] of Object.entries(OF_TOOLS))
    findings.lack(`${which ?? `no tool that was called ${did}`}${others}`, behavior);
  findings.lack(
    offer.tools.length === 0 ? 'there are no tools' : 'every name in other case is a tool',
    'tool-in-other-case',
  );
  findings.lack('no tool that may be called has arguments of which a type is known', 'invalid-arguments');
  for (const [behavior, reason] of Object.entries(OF_CONTENTS)) findings.lack(reason, behavior);
  for (const [behavior, reason] of Object.entries(OF_HTTP))
    findings.lack(isHttp ? reason : 'the server was explored over stdio', behavior);
  if (offer.tools.length === 0) findings.lack('there are no tools', ...Object.keys(OF_TOOLS));
  if (offer.templates.length === 0) findings.lack('there are no resource templates', 'template-resource');
  if (offer.resources.length === 0)
    findings.lack('no resource is listed', 'text-resource', 'binary-resource', 'other-resource');
  if (offer.prompts.length === 0)
    findings.lack(
      'there are no prompts',
      'prompt',
      'prompt-with-arguments',
      'image-prompt',
      'audio-prompt',
      'resource-prompt',
    );
}
