import type { Answer, ExplorableTarget, Question } from '../../../../conversation/explorer.js';
import { quoteError } from '../../../../conversation/summary.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { oneLine } from '../../../../json/visible.js';
import { type Offer, resultOf } from './offered.js';
import { fits, whyRefused } from './tools/arguments.js';
import type { ToolCall } from './tools/tools.js';

/** How many broken claims are told, and characters of a name. */
const TOLD = 6;
const NAME = 80;

/** What a server was asked. */
interface Asked {
  offer: Offer;
  /** Lists that it refuses, with the error. */
  refuses: ReadonlyMap<string, string>;
  called: readonly ToolCall[];
  answers: ReadonlyMap<string, Answer>;
  completions: ReadonlyMap<string, Answer>;
  contents: ReadonlyMap<string, Answer>;
  /** Answers to `claimQuestions`. */
  claims: ReadonlyMap<string, Answer>;
}

/** Requests that belong to a capability which a server of sessions advertises, and that change nothing beyond their session. */
export function claimQuestions(
  { advertised }: ExplorableTarget,
  hasSessions: boolean,
  { resources }: Offer,
): Question[] {
  if (!hasSessions || !isObject(advertised)) return [];
  const [uri] = resources;
  const subscribes = isObject(advertised.resources) && advertised.resources.subscribe === true;
  return [
    ...(isObject(advertised.logging)
      ? [{ as: 'logging', method: 'logging/setLevel', params: { level: 'info' } } satisfies Question]
      : []),
    ...(subscribes && uri !== undefined
      ? [{ as: 'resources.subscribe', method: 'resources/subscribe', params: { $lit: { uri } } } satisfies Question]
      : []),
  ];
}

/** What a server claims and does not do: a line each. An answer that never came is told elsewhere. */
export function brokenClaims(asked: Asked): string[] {
  const { offer, refuses, completions, contents, claims } = asked;
  const found = [
    ...[...refuses].map(([method, why]) => `${method.split('/')[0]} (${method}: ${why})`),
    ...claimOf('completions', 'completion/complete', [...completions.values()]),
    ...[...claims].flatMap(([claim, answer]) =>
      claimOf(claim, claim === 'logging' ? 'logging/setLevel' : 'resources/subscribe', [answer]),
    ),
    ...offer.resources.flatMap((uri) =>
      claimOf(`the resource ${named(uri)}`, 'resources/read', of(contents, `read ${uri}`)),
    ),
    ...offer.prompts
      .filter((prompt) => !prompt.arguments.some(({ required }) => required))
      .flatMap(({ name }) =>
        claimOf(`the prompt ${named(name)}`, 'prompts/get', [
          ...of(contents, `prompt ${name}`),
          ...of(contents, `prompt ${name} {}`),
        ]),
      ),
    ...brokenOutputs(asked),
  ].map((one) => `claimed but broken: ${one}`);
  const more = found.length - TOLD;
  return more > 0 ? [...found.slice(0, TOLD), `and ${more} more that are claimed but broken`] : found;
}

const of = (answers: ReadonlyMap<string, Answer>, as: string) => [answers.get(as)].flatMap((one) => one ?? []);

/** A claim is broken if every request that belongs to it is answered with an error. */
function claimOf(claim: string, method: string, answers: readonly Answer[]): string[] {
  const errors = answers.flatMap(({ reply }): Json[] => (reply?.error === undefined ? [] : [reply.error]));
  return answers.length > 0 && errors.length === answers.length
    ? [`${claim} (${method}: ${quoteError(errors[0]!)})`]
    : [];
}

/** Tools whose results do not have what their output schema says. */
function brokenOutputs({ called, answers }: Asked): string[] {
  const broken = new Map<string, string>();
  for (const { tool, as } of called) {
    const result = resultOf(answers.get(as));
    const why = tool.outputSchema && result ? whyNoOutput(result, tool.outputSchema) : undefined;
    if (why !== undefined) broken.set(tool.name, why);
  }
  return [...broken].map(([name, why]) => `the outputSchema of ${named(name)} (${why})`);
}

function whyNoOutput(result: JsonObject, schema: JsonObject): string | undefined {
  const isOutcome = result.isError !== true && (result.resultType ?? 'complete') === 'complete';
  if (!isOutcome || whyRefused(schema) !== undefined) return undefined;
  if (result.structuredContent === undefined) return 'its result has no structuredContent';
  return fits(result.structuredContent, schema) ? undefined : 'its structuredContent does not fit it';
}

function named(name: string): string {
  const line = oneLine(name);
  return line.length > NAME ? `${line.slice(0, NAME - 1)}…` : line;
}
