// Generated from schemas/ by `npm run generate`. Do not edit.
import a2a_0_3_0 from './a2a-0.3.0.json' with { type: 'json' };
import acp_0_12_2 from './acp-0.12.2.json' with { type: 'json' };
import acp_1_21_0 from './acp-1.21.0.json' with { type: 'json' };
import bridge_v1 from './bridge-v1.json' with { type: 'json' };
import control_v1 from './control-v1.json' with { type: 'json' };
import harn_extensions_v1 from './harn-extensions-v1.json' with { type: 'json' };
import hub_v1 from './hub-v1.json' with { type: 'json' };
import mcp_2025_11_25 from './mcp-2025-11-25.json' with { type: 'json' };
import trust_v1 from './trust-v1.json' with { type: 'json' };

/** Method tables by `protocol/version`, of those whose methods some module calls. The build puts all into dist/. */
export const tables = {
  'a2a/0.3.0': a2a_0_3_0,
  'acp/0.12.2': acp_0_12_2,
  'acp/1.21.0': acp_1_21_0,
  'bridge/v1': bridge_v1,
  'control/v1': control_v1,
  'harn/extensions-v1': harn_extensions_v1,
  'hub/v1': hub_v1,
  'mcp/2025-11-25': mcp_2025_11_25,
  'trust/v1': trust_v1,
};
