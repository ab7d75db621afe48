import { defaultTolerance, formatMilli } from '@hengjuan/domain'
import type { Block, Patch } from './settings-field.ts'

type Tolerances = Block['point_tolerances']

const fulls = ({ points }: Block): string => points.map(({ full_milli }) => full_milli).join(' ')

/** The points of the blocks where they have the same full marks in the same order; null elsewhere. */
export function sharedPoints(blocks: readonly Block[]): Block['points'] | null {
  const [first, ...others] = blocks
  return first && others.every((other) => fulls(other) === fulls(first)) ? first.points : null
}

/** What is typed so far: the tolerance that the blocks have in common, empty where they differ. */
export const textsOf = (lists: readonly Tolerances[]): string[] =>
  (lists[0] ?? []).map(({ tolerance_milli }, at) =>
    lists.every((list) => list[at]?.tolerance_milli === tolerance_milli)
      ? formatMilli(tolerance_milli)
      : '',
  )

/** The usual tolerance of each point, by its full mark. */
export const usualOf = ({ points }: Block): Tolerances =>
  points.map(({ id, full_milli }) => ({
    point_id: id,
    tolerance_milli: defaultTolerance(full_milli),
  }))

/** What stands against what was typed; null where nothing does. */
export function pointProblem(points: Block['points'], texts: readonly string[]): string | null {
  for (const [at, { name, full_milli }] of points.entries()) {
    const typed = milliOf(texts[at])
    if (typed !== undefined && !(typed >= 0 && typed <= full_milli))
      return `给分点「${name}」的误差应在 0 到 ${formatMilli(full_milli)} 之间`
  }
  return null
}

/** What the texts come to in a block; a point whose text is empty keeps its tolerance. */
export const tolerancesOf = (block: Block, texts: readonly string[]): Tolerances =>
  block.point_tolerances.map(({ point_id, tolerance_milli }, at) => ({
    point_id,
    tolerance_milli: milliOf(texts[at]) ?? tolerance_milli,
  }))

/** What a block takes over from another: the same where the points are alike, else the usual ones. */
export const copiedTolerances = (
  source: Block,
  target: Block,
): NonNullable<Patch['point_tolerances']> =>
  sharedPoints([source, target])
    ? tolerancesOf(target, textsOf([source.point_tolerances]))
    : usualOf(target)

const milliOf = (text = ''): number | undefined =>
  text.trim() === '' ? undefined : Math.round(Number(text) * 1000)
