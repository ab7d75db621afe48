/**
 * The channel where file descriptor 3 cannot be handed on: the bridge connects to a port of this machine
 * and shows, in the first line, a token that is good for one connection.
 */
export const LOOPBACK = '127.0.0.1'
/** What the bridge finds in its environment. */
export const PORT_VARIABLE = 'SCANNER_BRIDGE_PORT'
export const TOKEN_VARIABLE = 'SCANNER_BRIDGE_TOKEN'

/** The first line of a bridge, without its end. */
export const greetingOf = (token: string): string => JSON.stringify({ token })
