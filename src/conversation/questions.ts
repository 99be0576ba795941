import { isObject, type Json, type JsonObject } from '../json/json.js';

/** One answer that a person can give. */
export interface PersonAnswer {
  title: string;
  reply: { result: Json } | { error: { code: number; message: string } };
  /** Whether the other side offers it. The others strain or break the protocol on purpose. */
  usual: boolean;
  kind?: 'allow' | 'allow-always' | 'reject' | 'reject-always';
  /** The line of a script that answers so the next time (YAML). */
  script?: string;
}

/** What is asked of a person by a request of one method. */
export interface PersonQuestion {
  /** The question in one sentence. Texts of the other side are in it as they came. */
  question(params: JsonObject): string;
  /** What can be answered, in the order of the other side; then what few do. */
  answers(params: JsonObject): PersonAnswer[];
}

/** The requests of a role's other side that ask a person, by method. */
export type PersonQuestions = { readonly [method: string]: PersonQuestion };

/** What can be answered to any request. */
export const ANY_ANSWER: readonly PersonAnswer[] = [
  { title: 'Error -32603', reply: { error: { code: -32603, message: 'answered by hand' } }, usual: false },
];

const KINDS: { readonly [kind: string]: PersonAnswer['kind'] } = {
  allow_once: 'allow',
  allow_always: 'allow-always',
  reject_once: 'reject',
  reject_always: 'reject-always',
};

/**
 * `session/request_permission`, as ACP has it and what goes back to ACP.
 *
 * @param isScripted whether the scripts of the role have the `permissions` of those of ACP
 */
export const permission = (isScripted: boolean): PersonQuestion => ({
  question: ({ toolCall }) => {
    const { toolCallId, title, toolName } = isObject(toolCall) ? toolCall : ({} as JsonObject);
    const [first, ...more] = [toolCallId, title ?? toolName].filter((one) => typeof one === 'string');
    return `May it run ${first === undefined ? 'this tool' : [first, ...more.map((one) => `“${one}”`)].join(' ')}?`;
  },
  answers: ({ options }) => {
    const offered = (Array.isArray(options) ? options : []).filter(isObject);
    const unusual: [title: string, outcome: JsonObject, script?: string][] = [
      ['Cancelled', { outcome: 'cancelled' }, 'cancel'],
      ['Unknown option', { outcome: 'selected', optionId: 'proctor-no-such-option' }],
    ];
    const line = (answer: string | undefined) =>
      isScripted && answer !== undefined ? { script: `permissions: [{ tool: "*", answer: ${answer} }]` } : {};
    return [
      ...offered.map(({ optionId, name, kind }): PersonAnswer => {
        const meant = KINDS[String(kind)];
        return {
          title: String(name ?? optionId),
          reply: { result: { outcome: { outcome: 'selected', optionId: optionId ?? null } } },
          usual: true,
          ...(meant ? { kind: meant } : {}),
          ...line(meant?.replace('-always', '')),
        };
      }),
      ...unusual.map(
        ([title, outcome, script]): PersonAnswer => ({
          ...{ title, reply: { result: { outcome } }, usual: false },
          ...line(script),
        }),
      ),
    ];
  },
});
