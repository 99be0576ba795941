/** What the cases of a run have learned about how their target takes HTTP, so that none waits in vain for what an earlier one did. */
export interface HttpExperience {
  /** A request that ends a session was not answered in time. */
  goodbyeUnanswered: boolean;
  /** How many notifications in a row were not accepted in time; what reaches PATIENCE stays. */
  unaccepted: number;
  /** What came of a stream that the peer opened by itself: the target has none, or did not answer the request in time. */
  stream?: 'refused' | 'unanswered';
}

/** After so many notifications that were waited for in vain, others are sent and not waited for. */
const PATIENCE = 3;

/** What is known of a target before its first case. */
export const noExperience = (): HttpExperience => ({ goodbyeUnanswered: false, unaccepted: 0 });

/** Whether the target is known to leave notifications without an answer. */
export const leavesNotificationsOpen = ({ unaccepted }: HttpExperience): boolean => unaccepted >= PATIENCE;
