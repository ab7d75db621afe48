/** Told by both sides in `hello`; the protocol itself is in `messages.ts`. */
export const PROTOCOL_VERSION = 1
