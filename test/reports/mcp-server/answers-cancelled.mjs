// Answers a call that the client has cancelled: yvgude/lean-ctx#1265
import { serve } from '../bases/mcp-server.mjs';

serve({ answersCancelled: true });
