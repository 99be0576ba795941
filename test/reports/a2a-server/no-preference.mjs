// Has a card that does not say its preferred transport: kagent-dev/kagent#1684
import { serve } from '../bases/a2a-server.mjs';

serve({ card: ({ preferredTransport: _, ...card }) => card });
