// Ignores the length of the history that was asked for: a2aproject/a2a-dotnet#3
import { serve } from '../bases/a2a-server.mjs';

serve({ history: (history) => history });
