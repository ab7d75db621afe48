import type { PageGeometry } from '@hengjuan/sheet'
import type { Feed } from '../scan/feed.ts'
import type { Picture } from '../scan/picture.ts'
import type { Pen } from '../pen-marks.ts'
import type { Random } from '../random.ts'
import type { GreyPage } from '../raster.ts'
import type { ChoiceTruth } from '../truth.ts'

export type Family = 'habit' | 'marks' | 'paper' | 'damage' | 'feed' | 'optics' | 'colour'

/** The objective questions of a sheet before a candidate fills them in. */
export interface HabitPlan {
  choices: ChoiceTruth[]
  optionsOf(questionNo: string): readonly string[]
  isMultiple(questionNo: string): boolean
}

/** One page of paper after writing and before the scanner takes it. */
export interface PaperWork {
  page: GreyPage
  /** The same page as printed, nobody having written on it. */
  print: GreyPage
  geometry: PageGeometry
  /** What is on the other side of the paper; null on a sheet with one page. */
  back: () => GreyPage | null
  /** The same page of the next candidate. */
  another: () => GreyPage
  /** The page in red light, where its print or ink has a colour; null while everything is grey. */
  red: Uint8Array | null
  /** Says that nobody can know what stood where the test is true, sheet millimetres. */
  hide(isHidden: (xMm: number, yMm: number) => boolean): void
  /** Says that the mark of this corner or edge cannot be seen any more. */
  loseAnchor(id: string): void
}

/**
 * How one kind of trouble is made.
 *
 * Each hook acts at its own stage of the sheet's way, in this order: habit, pen, paper, feed, picture. A
 * hook gets the amount that belongs to the strength asked for, and a stream of random numbers of its own.
 */
export interface Recipe {
  family: Family
  /** What the amounts measure, with the unit, for the table that people read; Chinese. */
  measure: string
  /** Name for people; Chinese. */
  label: string
  /** Amount at strength 0 (none), 1 (ordinary), 2 (bad) and 3 (extreme). */
  amounts: readonly [none: number, ordinary: number, bad: number, extreme: number]
  habit?: (plan: HabitPlan, amount: number, random: Random) => void
  pen?: (pen: Pen, amount: number, random: Random) => Pen
  paper?: (work: PaperWork, amount: number, random: Random) => void
  feed?: (feed: Feed, amount: number, random: Random) => void
  picture?: (picture: Picture, amount: number, random: Random) => void
}

/**
 * The amount at a strength: straight lines between the four given, the last one going on beyond 3.
 *
 * @throws RangeError for a strength that is negative or no number
 */
export function amountAt({ amounts }: Pick<Recipe, 'amounts'>, strength: number): number {
  if (!(strength >= 0)) throw new RangeError(`no strength: ${strength}`)
  const from = Math.min(2, Math.floor(strength))
  const [low, high] = [amounts[from]!, amounts[from + 1]!]
  return low + (high - low) * (strength - from)
}
