/** A table of codes as a file holds it: how many there are of each length from 1 to 16, and their symbols. */
export interface HuffmanTable {
  counts: readonly number[]
  symbols: readonly number[]
}

const bytes = (hex: string) => Array.from({ length: hex.length / 2 }, (_, i) => byteAt(hex, 2 * i))
const byteAt = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)

/**
 * Codes for the size of a step from one mean to the next. Like those of the coefficients they are the shortest
 * for crops of simulated answer sheets, empty to full: `node research/crop-study.ts codes` finds them.
 */
export const dcTable: HuffmanTable = {
  counts: [1, 0, 1, 5, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  symbols: bytes('000106050704020308090a0b'),
}

/** Codes for a run of zeros, times 16, and the size of the coefficient behind it. */
export const acTable: HuffmanTable = {
  counts: [0, 1, 3, 2, 2, 5, 2, 13, 13, 10, 10, 6, 0, 0, 0, 95],
  symbols: bytes(
    '0100020304051106211231074113517114156191d192b1819316225432085355a1735235b2c1367274d24283' +
      '9434233345824417e184b3a2436237c2246364262556f075d346a3e227f19565c38518b4a4e35747d4f2a5c4' +
      '286638968676f3090a191a292a393a48494a58595a6768696a7778797a8788898a9798999aa6a7a8a9aab5b6' +
      'b7b8b9bac5c6c7c8c9cad5d6d7d8d9dae4e5e6e7e8e9eaf4f5f6f7f8f9fa',
  ),
}

/** The code of each symbol: shorter ones first, each the number behind the one before. */
export function codesOf({ counts, symbols }: HuffmanTable) {
  const codes = new Map<number, { code: number; length: number }>()
  let code = 0
  let next = 0
  counts.forEach((count, i) => {
    for (let k = 0; k < count; k++) codes.set(symbols[next++]!, { code: code++, length: i + 1 })
    code <<= 1
  })
  return codes
}
