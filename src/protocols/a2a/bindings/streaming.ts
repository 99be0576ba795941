import type { Json } from '../../../json/json.js';

/** The methods that are answered with a stream (A2A 0.3.0, 3.3; A2A 1.0.1, 3.1.2 and 3.1.6). */
const STREAMING: readonly Json[] = ['message/stream', 'tasks/resubscribe', 'SendStreamingMessage', 'SubscribeToTask'];

/** Whether a method is answered with a stream. */
export const isStreaming = (method: Json | undefined): boolean => method !== undefined && STREAMING.includes(method);
