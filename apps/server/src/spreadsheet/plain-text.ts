/**
 * A cell as it was meant: full-width signs are the narrow ones, and the spaces that a name was set apart with (李　明)
 * are none.
 */
export const plainText = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '')
