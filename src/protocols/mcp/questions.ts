import type { PersonAnswer, PersonQuestions } from '../../conversation/questions.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';

const refused = (title: string, code: number, message: string): PersonAnswer => ({
  title,
  reply: { error: { code, message } },
  usual: false,
});

/** What a server asks of a user by way of its client. */
export const QUESTIONS: PersonQuestions = {
  'elicitation/create': {
    question: ({ message, mode, url }) =>
      mode === 'url' ? `May it open ${String(url)}? “${String(message)}”` : `It asks: “${String(message)}”`,
    answers: ({ requestedSchema, mode }) => [
      {
        title: mode === 'url' ? 'Accept' : 'Accept with the usual values',
        reply: { result: { action: 'accept', ...(mode === 'url' ? {} : { content: usualValues(requestedSchema) }) } },
        usual: true,
        kind: 'allow',
      },
      { title: 'Decline', reply: { result: { action: 'decline' } }, usual: true, kind: 'reject' },
      { title: 'Cancel', reply: { result: { action: 'cancel' } }, usual: true },
      { title: 'Accept without content', reply: { result: { action: 'accept' } }, usual: false },
    ],
  },
  'sampling/createMessage': {
    question: ({ messages }) => {
      const last = Array.isArray(messages) ? messages.at(-1) : undefined;
      const content = isObject(last) ? last.content : undefined;
      const text = isObject(content) && typeof content.text === 'string' ? `: “${content.text}”` : '';
      return `It asks for an answer of your model${text}`;
    },
    answers: () => [
      {
        title: 'Answer “Yes.”',
        reply: {
          result: {
            role: 'assistant',
            content: { type: 'text', text: 'Yes.' },
            model: 'by-hand',
            stopReason: 'endTurn',
          },
        },
        usual: true,
        kind: 'allow',
      },
      { ...refused('The user refuses', -1, 'The user rejected the request'), usual: true, kind: 'reject' },
    ],
  },
  'roots/list': {
    question: () => 'It asks which folders it may use.',
    answers: () => [{ title: 'None', reply: { result: { roots: [] } }, usual: true }],
  },
};

/** A value for each member that a form asks for: its default, its first choice, or the shortest of its type. */
function usualValues(schema: Json | undefined): JsonObject {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, isObject(member) ? usualValue(member) : '']),
  );
}

function usualValue({ default: usual, enum: choices, oneOf, type, minimum, minLength, format }: JsonObject): Json {
  if (usual !== undefined) return usual;
  if (Array.isArray(choices) && choices[0] !== undefined) return choices[0];
  if (Array.isArray(oneOf) && isObject(oneOf[0]) && oneOf[0].const !== undefined) return oneOf[0].const;
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return typeof minimum === 'number' ? minimum : 1;
  if (type === 'array') return [];
  const byFormat: { [format: string]: string } = {
    email: 'a@example.com',
    uri: 'https://example.com/',
    date: '2026-01-01',
    'date-time': '2026-01-01T00:00:00Z',
  };
  return byFormat[String(format)] ?? 'text'.padEnd(typeof minLength === 'number' ? Math.min(minLength, 1000) : 0, '.');
}
