/** The version of ACP that the references speak, as the schemas name it. */
export const VERSION = '0.12.2';

/** What both sides say in `protocolVersion` for it. */
export const PROTOCOL_VERSION = 1;
