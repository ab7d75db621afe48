const collator = new Intl.Collator('en', { numeric: true })

/** Order of file names as a person expects it, `scan-9` before `scan-10`; the same on every run. */
export const compareNames = (a: string, b: string): number =>
  collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

export const isPictureName = (name: string): boolean =>
  /\.(jpe?g|png|tiff?|webp|p[bgpn]m)$/i.test(name) && !/^[.~]/.test(name)
