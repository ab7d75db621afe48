/**
 * A cell as it was meant: full-width signs are the narrow ones, and the spaces that a name of two characters was set
 * apart with are none.
 */
export const plainText = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '')
