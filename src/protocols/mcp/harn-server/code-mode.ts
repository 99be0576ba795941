import type { CallToolResult } from '../../../generated/types/mcp-2025-11-25.js';
import { asObject, isObject, type Json, type JsonObject, parseJson } from '../../../json/json.js';
import { setOwn } from '../../../json/own.js';
import { fill, fillValues } from '../fill.js';
import { answer, failure, text } from '../server/content.js';
import { type Tool, type ToolCall, tool } from '../server/state/tool.js';

/** Which snippets run. */
export interface SnippetRules {
  /** Whether a snippet may call this tool. */
  mayCall(tool: Tool): boolean;
  /** What becomes of a snippet that calls another one; `run` runs it. */
  refused(refusal: CallToolResult, run: () => Promise<CallToolResult>): CallToolResult | Promise<CallToolResult>;
}

const onlyReads = ({ spec }: Tool): boolean => spec.annotations?.readOnlyHint === true;

/** Snippets may only read. */
export const SNIPPET_RULES: SnippetRules = { mayCall: onlyReads, refused: (refusal) => refusal };

/** A snippet: calls of tools one after the other, and what is made of their results. */
interface Snippet {
  calls: { tool: Tool; name: string; args: JsonObject }[];
  returns: Json;
}

const EXAMPLE =
  '{"calls":[{"call":"echo","arguments":{"message":"hi"},"as":"said"}],"returns":"{said.content.0.text}"}';

/**
 * The tools of Code Mode beside these: one finds examples, one tells what snippets may call, and one runs a snippet and returns what it
 * makes of its calls (Harn guide, MCP, std/composition). Their language is the kit's own: JSON.
 */
export function codeModeTools(tools: readonly Tool[], rules: SnippetRules = SNIPPET_RULES): Tool[] {
  const query = { type: 'string', description: 'A part of their names.' };
  const sought = ({ query = '' }: JsonObject) => tools.filter(({ name }) => name.includes(String(query)));
  return [
    tool(
      'harn.code.search_examples',
      { title: 'Search examples', description: 'Finds snippets for tools.', takes: { query } },
      (args) => answer(text([EXAMPLE, ...sought(args).map(({ name }) => exampleOf(name))].join('\n'))),
    ),
    tool(
      'harn.code.generate_harn_api',
      { title: 'Generate the API', description: 'Tells what snippets may call.', takes: { query } },
      (args) => answer(text(sought(args).filter(onlyReads).map(signatureOf).join('\n'))),
    ),
    tool(
      'harn.code.execute_composition',
      {
        title: 'Execute a composition',
        description: `Runs a snippet that only reads, such as ${EXAMPLE}`,
        takes: { snippet: { type: 'string', description: 'The snippet.' } },
        needs: ['snippet'],
      },
      (args, call) => execute(String(args.snippet), tools, { rules, call }),
    ),
  ];
}

async function execute(
  written: string,
  tools: readonly Tool[],
  { rules, call }: { rules: SnippetRules; call: ToolCall },
): Promise<CallToolResult> {
  let snippet: Snippet;
  try {
    snippet = readSnippet(written, tools);
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
  const writer = snippet.calls.find((one) => !rules.mayCall(one.tool));
  if (!writer) return run(snippet, call);
  const refusal = failure(`A snippet may only read, and ${writer.tool.name} writes.`);
  return rules.refused(refusal, () => run(snippet, call));
}

/** Calls what a snippet calls, until a call fails. */
async function run({ calls, returns }: Snippet, call: ToolCall): Promise<CallToolResult> {
  const named: JsonObject = {};
  for (const { tool: called, name, args } of calls) {
    const filled = fillValues(args, named);
    const wrong = called.judge(filled);
    if (wrong !== undefined) return failure(`${called.name}: ${wrong}`);
    const result = await called.run(asObject(filled as object), call);
    if (result.isError) return result;
    setOwn<Json>(named, name, asObject(result));
  }
  const value = fill(returns, named);
  return answer(text(typeof value === 'string' ? value : JSON.stringify(value)));
}

/** Reads a snippet. Throws where it is none, or calls what is not there. */
function readSnippet(written: string, tools: readonly Tool[]): Snippet {
  const snippet = parseJson(written);
  if (!isObject(snippet) || !Array.isArray(snippet.calls)) throw new Error('A snippet is an object with "calls".');
  const calls = snippet.calls.map((one) => {
    const { call = null, arguments: args, as = call } = isObject(one) ? one : {};
    const found = tools.find(({ name }) => name === call);
    if (!found) throw new Error(`There is no tool ${String(call)}.`);
    return { tool: found, name: String(as), args: isObject(args) ? args : {} };
  });
  return { calls, returns: snippet.returns ?? null };
}

const exampleOf = (name: string): string => JSON.stringify({ calls: [{ call: name, as: 'got' }], returns: '{got}' });

const signatureOf = ({ name, spec }: Tool): string =>
  `${name}(${Object.keys(spec.inputSchema.properties ?? {}).join(', ')})`;
