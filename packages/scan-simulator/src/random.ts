/** A stream of pseudo-random numbers that depends on its seed alone. */
export interface Random {
  /** 0 inclusive to 1 exclusive. */
  next(): number
  between(low: number, high: number): number
  /** Integer, both ends included. */
  integer(low: number, high: number): number
  chance(probability: number): boolean
  /** Mean 0, deviation 1, cut at three deviations. */
  normal(): number
  pick<T>(list: readonly T[]): T
  /** Another stream, independent of how much was taken from this one. */
  fork(label: string): Random
}

/** xoshiro128**, seeded from text. */
export function createRandom(seed: string): Random {
  let [a, b, c, d] = seedWords(seed) as unknown as [number, number, number, number]
  const next = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotate(d, 11)
    return (result >>> 0) / 4294967296
  }
  const random: Random = {
    next,
    between: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    normal() {
      const value = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return Math.max(-3, Math.min(3, value))
    },
    pick: (list) => list[Math.floor(next() * list.length)]!,
    fork: (label) => createRandom(`${seed}/${label}`),
  }
  return random
}

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits))

/** FNV-1a over the text, spread by splitmix32. */
function seedWords(seed: string): Int32Array {
  let hash = 0x811c9dc5
  for (const character of seed) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  return Int32Array.from({ length: 4 }, () => {
    hash = (hash + 0x9e3779b9) | 0
    let word = hash
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
    return word ^ (word >>> 15)
  })
}
