import type { CompleteRequestParams, CompleteResult } from '../../../generated/types/mcp-2025-11-25.js';
import { own } from '../../../json/own.js';
import { invalidParams } from '../errors.js';
import { promptsOf } from './prompts/handlers.js';
import { argumentsOf } from './prompts/prompt.js';
import { variablesOf } from './resources/uri-template.js';
import type { Handlers } from './state/call.js';
import type { SessionState } from './state/session-state.js';

/** The most values that one answer may hold (MCP 2025-11-25, Completion, Completion Results). */
const MOST = 100;

/** completion/complete (MCP 2025-11-25, Completion): what begins with the value comes first, then what contains it. */
export function completionHandlers(state: SessionState): Handlers {
  return {
    'completion/complete': ({ ref, argument }): CompleteResult => {
      const known = offered(state, ref, argument.name);
      const wanted = argument.value.toLowerCase();
      const holding = known.filter((candidate) => candidate.toLowerCase().includes(wanted));
      const leads = (candidate: string) => candidate.toLowerCase().startsWith(wanted);
      const ranked = [...holding.filter(leads), ...holding.filter((candidate) => !leads(candidate))];
      const values = ranked.slice(0, MOST);
      return { completion: { values, total: ranked.length, hasMore: ranked.length > values.length } };
    },
  };
}

/** Every value that an argument may have. Throws -32602 where the reference or the argument does not exist. */
function offered(state: SessionState, ref: CompleteRequestParams['ref'], name: string): string[] {
  if (ref.type === 'ref/prompt') {
    const prompt = promptsOf(state).find((candidate) => candidate.name === ref.name);
    if (!prompt) throw invalidParams(`Unknown prompt: ${ref.name}`);
    if (!argumentsOf(prompt).some((argument) => argument.name === name)) {
      throw invalidParams(`The prompt ${prompt.name} has no argument ${name}`);
    }
    return own(prompt.values, name) ?? [];
  }
  const template = state.script.resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (!template) throw invalidParams(`Unknown resource template: ${ref.uri}`);
  if (!variablesOf(template.uriTemplate).includes(name)) {
    throw invalidParams(`The template ${template.uriTemplate} has no variable ${name}`);
  }
  return own(template.values, name) ?? [];
}
