import { Openings } from './openings.js';

/** What the cases of a run have learned about how their target takes HTTP, so that none waits in vain for what an earlier one did. */
export interface HttpExperience {
  /** A request that ends a session was not answered in time. */
  goodbyeUnanswered: boolean;
  /** How many notifications in a row were not accepted in time; what reaches PATIENCE stays. */
  unaccepted: number;
  /** What came of a stream that the peer opened by itself: the target has none, or did not answer the request in time. */
  stream?: 'refused' | 'unanswered';
  /** It does not have requests in their usual form, but in the other one that its protocol knows. */
  speaksOtherwise: boolean;
  /** The sessions that it opened, as far as others may go on in them. */
  openings: Openings;
  /** The number after those that conversations had for their ids so far. */
  nextId: number;
}

/** After so many notifications that were waited for in vain, others are sent and not waited for. */
const PATIENCE = 3;

/** What is known of a target before its first case. */
export const noExperience = (): HttpExperience => ({
  goodbyeUnanswered: false,
  unaccepted: 0,
  speaksOtherwise: false,
  openings: new Openings(),
  nextId: 1,
});

/** Whether the target is known to leave notifications without an answer. */
export const leavesNotificationsOpen = ({ unaccepted }: HttpExperience): boolean => unaccepted >= PATIENCE;

/** How many ids a conversation may have to itself. */
const IDS = 10_000;

/** The first id of a conversation: in a session that others had before, no id is used again. */
export function firstId(experience: HttpExperience): number {
  if (!experience.openings.areLeft) return 1;
  experience.nextId += IDS;
  return experience.nextId;
}
