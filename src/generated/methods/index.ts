// Generated from schemas/ by `npm run generate`. Do not edit.
import a2a_0_3_0 from './a2a-0.3.0.json' with { type: 'json' };
import a2a_0_3_0_harn from './a2a-0.3.0-harn.json' with { type: 'json' };
import a2a_0_3_0_rest_core from './a2a-0.3.0-rest-core.json' with { type: 'json' };
import a2a_0_3_0_rest_protojson from './a2a-0.3.0-rest-protojson.json' with { type: 'json' };
import a2a_0_3_0_tolerated from './a2a-0.3.0-tolerated.json' with { type: 'json' };
import acp_0_12_2 from './acp-0.12.2.json' with { type: 'json' };
import bridge_v1 from './bridge-v1.json' with { type: 'json' };
import mcp_2025_11_25 from './mcp-2025-11-25.json' with { type: 'json' };

/** Method tables by `protocol/version`, of those whose methods some module calls. The build puts all into dist/. */
export const tables = {
  'a2a/0.3.0': a2a_0_3_0,
  'a2a/0.3.0-harn': a2a_0_3_0_harn,
  'a2a/0.3.0-rest-core': a2a_0_3_0_rest_core,
  'a2a/0.3.0-rest-protojson': a2a_0_3_0_rest_protojson,
  'a2a/0.3.0-tolerated': a2a_0_3_0_tolerated,
  'acp/0.12.2': acp_0_12_2,
  'bridge/v1': bridge_v1,
  'mcp/2025-11-25': mcp_2025_11_25,
};
