import type { JsonObject } from '../../json/json.js';
import type { Headers } from '../../wire/carried.js';

/** One message that is sent in place of the reference. Members that the border knows, such as ids, are left out. */
export type Step =
  | { kind: 'notify'; message: JsonObject }
  /** `waits`: what follows is sent once the peer has answered. */
  | { kind: 'request'; message: JsonObject; waits: boolean }
  | { kind: 'reply'; message: JsonObject; http?: { status?: number; headers?: Headers } };

/** What is sent in answer to one message, step by step. After a request that is waited for it goes on with the reply of the peer. */
export interface Play {
  steps: Generator<Step, void, JsonObject | undefined>;
  /** Over HTTP: whether the answer is a stream even if it is one message. */
  isStream?: boolean;
}

/** A request or notification that came from the peer. */
export interface Heard {
  message: JsonObject;
  method: string;
  /** Names the session that it belongs to. */
  session: string;
  /** Whether its answer is carried apart from everything else, as over HTTP: what is sent after the answer would be lost. */
  isApart: boolean;
}

/** What knows answers. */
export interface AnswerSource {
  /** What is said in answer to a request, or of a notification beside what the reference does; undefined if that is the reference's. */
  answer(heard: Heard): Play | undefined;
}

/** The first of several sources that knows an answer. */
export const firstOf = (sources: readonly AnswerSource[]): AnswerSource => ({
  answer: (heard) => {
    for (const source of sources) {
      const play = source.answer(heard);
      if (play) return play;
    }
    return undefined;
  },
});
