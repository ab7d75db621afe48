import { MILLI_PER_POINT } from '../milli.ts'
import type { Milli } from '../milli.ts'
import { divideHalfUp, roundTo } from '../rounding.ts'
import type { CutPolicy, GradeLevel, GradeScheme, TiePolicy } from './grade-scheme.ts'

export interface ConvertedLevel {
  code: string
  count: number
  /** Best and lowest raw score in the level; null for an empty level. */
  rawHiMilli: Milli | null
  rawLoMilli: Milli | null
}

export interface GradeConversion {
  levels: ConvertedLevel[]
  /** In the order of the scores given: converted score and level. */
  scores: { convertedMilli: Milli; code: string }[]
}

/**
 * Converts raw scores to graded scores (等级赋分).
 *
 * Equal raw scores always get equal converted ones, a higher raw score never a lower one. The result is
 * a view of a snapshot, never written over raw scores.
 *
 * @param rawMilli everyone present in the subject in the whole scope of the scheme (province or union, not
 *   one school), zero included
 * @source domain rules 13.2
 */
export function convertGrades(rawMilli: readonly Milli[], scheme: GradeScheme): GradeConversion {
  const sorted = [...rawMilli].sort((a, b) => b - a)
  const ends = levelEnds(sorted, scheme)
  const byRaw = new Map<Milli, { convertedMilli: Milli; code: string }>()
  const levels = scheme.levels.map((level, index): ConvertedLevel => {
    const members = sorted.slice(ends[index - 1] ?? 0, ends[index])
    const [hi, lo] = [members[0], members.at(-1)]
    if (hi === undefined || lo === undefined)
      return { code: level.code, count: 0, rawHiMilli: null, rawLoMilli: null }
    for (const raw of new Set(members))
      byRaw.set(raw, {
        convertedMilli: convertOne(raw, lo, hi, level, scheme) * MILLI_PER_POINT,
        code: level.code,
      })
    return { code: level.code, count: members.length, rawHiMilli: hi, rawLoMilli: lo }
  })
  return { levels, scores: rawMilli.map((raw) => byRaw.get(raw)!) }
}

/** Where each level ends in the descending scores, exclusive; an empty level ends where it begins. */
export function levelEnds(sorted: ArrayLike<Milli>, scheme: GradeScheme): number[] {
  const n = sorted.length
  let [start, cumulative] = [0, 0]
  return scheme.levels.map(({ ratioPercent }, index) => {
    if (index === scheme.levels.length - 1) return n
    cumulative += Math.round(ratioPercent * 1000)
    const cut = cutAt(cumulative * n, scheme.cut)
    if (cut > start) start = tieEnd(sorted, cut, scheme.tie)
    return start
  })
}

/** Position of a cut: `product` is the cumulative ratio in thousandths of a percent, times N. */
const cutAt = (product: number, policy: CutPolicy): number =>
  Number(roundTo(BigInt(product), 100_000n, 1n, policy))

/** Moves a cut off a tie: whoever has the score at the cut stays together. */
function tieEnd(sorted: ArrayLike<Milli>, cut: number, tie: TiePolicy): number {
  const boundary = sorted[cut - 1]
  if (boundary === undefined) return sorted.length
  let up = cut
  while (sorted[up] === boundary) up++
  if (up === cut || tie === 'up') return up
  let down = cut - 1
  while (sorted[down - 1] === boundary) down--
  if (tie === 'down') return down
  return up - cut <= cut - down ? up : down
}

/** (Y2 − Y) / (Y − Y1) = (T2 − T) / (T − T1) solved for T, exactly, half up; in whole points. */
function convertOne(
  raw: Milli,
  lowest: Milli,
  highest: Milli,
  { hi, lo }: GradeLevel,
  { degenerate }: GradeScheme,
): number {
  if (hi === lo) return hi
  if (highest === lowest) {
    if (degenerate === 'mid') return divideHalfUp(lo + hi, 2)
    return degenerate === 'hi' ? hi : lo
  }
  const den = highest - lowest
  return divideHalfUp(lo * den + (raw - lowest) * (hi - lo), den)
}

/** Letter levels by fixed thresholds, best first: the first whose threshold is reached; null below all. */
export const levelByThreshold = (
  scoreMilli: Milli,
  thresholds: readonly { code: string; fromMilli: Milli }[],
): string | null => thresholds.find(({ fromMilli }) => scoreMilli >= fromMilli)?.code ?? null
