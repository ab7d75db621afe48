/** Does an address stay on this site? `//elsewhere` and `/\elsewhere` are read as addresses of another one. */
export const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address)
