// Refuses a Content-Type that names a charset: grafana/mcp-grafana#215
import { serve } from '../bases/mcp-server.mjs';

serve({ refuses: (headers) => (headers['content-type'] === 'application/json' ? undefined : 400) });
