import { type PersonAnswer, type PersonQuestions, permission } from '../../conversation/questions.js';

const PERMISSION = permission(false);

/** The short form, for a runtime that offers no options. */
const SHORT: readonly PersonAnswer[] = [
  { title: 'Grant', reply: { result: { granted: true } }, usual: true, kind: 'allow' },
  { title: 'Deny', reply: { result: { granted: false } }, usual: true, kind: 'reject' },
];

/** What a runtime asks of the user of its host. */
export const QUESTIONS: PersonQuestions = {
  'session/request_permission': {
    question: PERMISSION.question,
    answers: (params) => [
      ...(Array.isArray(params.options) && params.options.length > 0 ? [] : SHORT),
      ...PERMISSION.answers(params),
    ],
  },
};
