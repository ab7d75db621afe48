/** Does an address stay within this computer? What goes elsewhere in the clear is read by others. */
export const isLoopbackAddress = (address: string): boolean =>
  URL.canParse(address) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
