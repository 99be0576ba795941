// Refuses to cancel a task that is over as an unsupported operation: a2aproject/a2a-python#413
import { serve } from '../bases/a2a-server.mjs';

serve({ overCode: -32004 });
