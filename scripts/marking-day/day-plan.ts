/** The five blocks of the day: every scoring mode, every way of sharing the work. */
export const DAY_BLOCKS = [
  { markMode: 0, allocMode: 1, toleranceMilli: 2000, fullMilli: 12_000, stepMilli: 500 },
  { markMode: 1, allocMode: 2, toleranceMilli: 2000, fullMilli: 12_000, stepMilli: 500 },
  { markMode: 2, allocMode: 3, toleranceMilli: 2000, fullMilli: 10_000, stepMilli: 500 },
  { markMode: 3, allocMode: 3, toleranceMilli: 3000, fullMilli: 20_000, stepMilli: 1000 },
  { markMode: 4, allocMode: 2, toleranceMilli: 2000, fullMilli: 14_000, stepMilli: 500 },
] as const

/** Third block: typed counts. Fourth: weights. */
export const quotasOf = (
  block: number,
  readings: number,
  people: number,
): { quotas: number[]; areWeights: boolean } | null => {
  if (block === 2) {
    // Uneven on purpose; the last one takes what is left.
    const even = Math.floor(readings / people)
    const quotas = Array.from({ length: people }, (_, index) =>
      Math.floor(even * (0.8 + (0.4 * (index % 5)) / 4)),
    )
    quotas[people - 1]! += readings - quotas.reduce((sum, one) => sum + one, 0)
    return { quotas, areWeights: false }
  }
  if (block === 3)
    return {
      quotas: Array.from({ length: people }, (_, index) => 2 + (index % 3)),
      areWeights: true,
    }
  return null
}
