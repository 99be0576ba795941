/** The version of ACP that the references speak, as the schemas name it. */
export const VERSION = '0.12.2';
/** Stable ACP v1 as of its schema of August 2026. */
export const LATER = '1.21.0';

/** What both sides say in `protocolVersion` for it. */
export const PROTOCOL_VERSION = 1;
