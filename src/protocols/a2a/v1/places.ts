import type { Change } from './changes.js';
import type { CoreMethod } from './names.js';

/** By method, how what it carries becomes the other form. */
type Changes = { readonly [method in CoreMethod]?: Change };

/** The params of methods: a message that is sent, a webhook, and what names one. */
export const paramsBy = ({ sent, hook, hookNamed }: Record<'sent' | 'hook' | 'hookNamed', Change>): Changes => ({
  'message/send': sent,
  'message/stream': sent,
  'tasks/pushNotificationConfig/set': hook,
  'tasks/pushNotificationConfig/get': hookNamed,
  'tasks/pushNotificationConfig/list': hookNamed,
  'tasks/pushNotificationConfig/delete': hookNamed,
});

/** The results of methods: what came of a message, a task, webhooks, and what confirms that one is deleted. */
export const resultsBy = ({
  outcome,
  task,
  hook,
  hooks,
  deleted,
}: Record<'outcome' | 'task' | 'hook' | 'hooks' | 'deleted', Change>): Changes => ({
  'message/send': outcome,
  'message/stream': outcome,
  'tasks/resubscribe': outcome,
  'tasks/get': task,
  'tasks/cancel': task,
  'tasks/pushNotificationConfig/set': hook,
  'tasks/pushNotificationConfig/get': hook,
  'tasks/pushNotificationConfig/list': hooks,
  'tasks/pushNotificationConfig/delete': deleted,
});
