import { acceptKey, type Milli } from '@hengjuan/domain'

/** A key of the pad of digits: what it types, and what stands on it. */
export interface PadKey {
  key: string
  label: string
}

const DIGITS: readonly PadKey[] = [7, 8, 9, 4, 5, 6, 1, 2, 3, 0].map((digit) => ({
  key: String(digit),
  label: String(digit),
}))

/** Digits in the order of a number pad, and what the decimals of these scores need. */
export function padKeys(legal: readonly Milli[]): readonly PadKey[] {
  const decimals = legal.filter((score) => score % 1000 !== 0)
  const hasOther = decimals.some((score) => score % 500 !== 0)
  return [
    ...DIGITS,
    ...(hasOther ? [{ key: '.', label: '.' }] : []),
    ...(decimals.length > 0 && !hasOther ? [{ key: ';', label: '+.5' }] : []),
  ]
}

/** Does a legal score begin with what is typed and this key? */
export const isKeyLegal = (buffer: string, key: string, legal: readonly Milli[]): boolean =>
  acceptKey(buffer, key, legal).kind !== 'refused'
