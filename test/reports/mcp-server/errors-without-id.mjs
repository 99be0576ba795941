// Sends every error with the id null: helidon-io/helidon-mcp#65
import { serve } from '../bases/mcp-server.mjs';

serve({ sent: (message) => (message.error ? { ...message, id: null } : message) });
