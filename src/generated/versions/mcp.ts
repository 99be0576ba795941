// Generated from cases/ by `npm run generate`. Do not edit.

/** The versions of mcp by name, oldest first. */
export const versions = {
  "2025-11-25": {
    "family": "sessions",
    "protocolVersion": "2025-11-25",
    "fence": "ping",
    "meta": {},
    "refusals": [
      -32602
    ]
  },
  "DRAFT-2026-v1": {
    "family": "per-request",
    "protocolVersion": "DRAFT-2026-v1",
    "fence": "server/discover",
    "meta": {
      "io.modelcontextprotocol/protocolVersion": "DRAFT-2026-v1",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": {
        "name": "proctor",
        "version": "1"
      }
    },
    "refusals": [
      -32602,
      -32001
    ],
    "codes": {
      "headerMismatch": -32001,
      "missingCapability": -32003,
      "unsupportedVersion": -32004
    },
    "reference": {
      "serverInfo": "discovery",
      "lifetime": "ttlMs",
      "namesPages": true,
      "hasTasks": false
    }
  },
  "2026-07-28": {
    "family": "per-request",
    "protocolVersion": "2026-07-28",
    "fence": "server/discover",
    "meta": {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {}
    },
    "refusals": [
      -32602,
      -32020
    ],
    "codes": {
      "headerMismatch": -32020,
      "missingCapability": -32021,
      "unsupportedVersion": -32022
    },
    "reference": {
      "serverInfo": "metadata",
      "lifetime": "ttlMs",
      "namesPages": false,
      "hasTasks": true
    }
  }
} as const;
