// Makes a new task of a message that names one: tomtom215/a2a-rust#66
import { serve } from '../bases/a2a-server.mjs';

serve({ taskOf: () => undefined });
