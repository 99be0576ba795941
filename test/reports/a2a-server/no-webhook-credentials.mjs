// Sends webhooks without the credentials that they were set with: a2aproject/a2a-java#810
import { serve } from '../bases/a2a-server.mjs';

serve({ webhookHeaders: ({ token }) => (token ? { 'x-a2a-notification-token': token } : {}) });
