// Does not release a terminal that it no longer needs: can1357/oh-my-pi#12435
import { serve } from '../bases/acp-agent.mjs';

serve({ releases: false });
