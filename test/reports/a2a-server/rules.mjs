// Keeps the rules: what Proctor says of it, it says of the base.
import { serve } from '../bases/a2a-server.mjs';

serve();
