import { createRandom, DEGRADATION_NAMES } from '@hengjuan/scan-simulator'
import type { Degradation, DegradationName, Random } from '@hengjuan/scan-simulator'
import { corpusDesigns } from './designs.ts'
import { stressCases } from './stress-cases.ts'

/** `marked`: ordinary troubles on sheets that are marked before they are scanned. */
export type Mode = 'ordinary' | 'marked' | 'stress' | 'extreme' | 'single'

/** What a corpus is made from; together with an index it says everything about a sheet. */
export interface CorpusOrder {
  mode: Mode
  seed: string
  /** Mode `single`: the one degradation. */
  degradation: Degradation | null
}

/** One sheet of the corpus. */
export interface PlannedSheet {
  index: number
  seed: string
  /** Under which heading its result is counted. */
  cell: string
  design: number
  /** Base conditions of the scanner, 1 ordinary. */
  strength: number
  degradations: Degradation[]
}

/** Sheets that suffer from each trouble of an ordinary class and office scanner, and how strong it gets. */
const ORDINARY: [DegradationName, share: number, most: number][] = [
  ['halfFilled', 0.03, 1],
  ['faintMark', 0.03, 1],
  ['ticked', 0.01, 1],
  ['crossed', 0.01, 1],
  ['circled', 0.005, 1],
  ['overflowing', 0.12, 1],
  ['erasedRefilled', 0.25, 1],
  ['smudged', 0.04, 1],
  ['doubleMarks', 0.015, 1],
  ['pencil', 0.15, 1],
  ['ballPen', 0.05, 1],
  ['gelPen', 0.05, 1],
  ['redPen', 0.01, 1],
  ['faintEverywhere', 0.03, 1],
  ['unmarkedForm', 0.01, 1],
  ['showThrough', 0.25, 1],
  ['roughPaper', 0.15, 1],
  ['greyPaper', 0.08, 1],
  ['colourScan', 0.04, 1],
  ['redCard', 0.02, 1],
  ['markMissing', 0.01, 1],
  ['foldedBehind', 0.01, 1],
  ['tornCorner', 0.005, 1],
  ['punchedHole', 0.01, 1],
  ['staple', 0.02, 1],
  ['blob', 0.005, 1],
  ['crease', 0.06, 1],
  ['dirt', 0.15, 1],
  ['streak', 0.02, 1],
  ['rollerStreaks', 0.05, 1],
  ['rotation', 0.1, 1],
  ['quarterTurn', 0.05, 1],
  ['scanScale', 0.1, 1],
  ['stretch', 0.05, 1],
  ['printScale', 0.05, 1],
  ['slowFeed', 0.05, 1],
  ['blackBackground', 0.08, 1],
  ['whiteBackground', 0.05, 1],
  ['lightFall', 0.05, 1],
  ['shadow', 0.02, 1],
  ['darkScan', 0.08, 1],
  ['saturation', 0.08, 1],
  ['lowContrast', 0.05, 1],
  ['blur', 0.1, 1],
  ['noise', 0.1, 1],
  ['halfResolution', 0.02, 1],
  ['bilevel', 0.02, 1],
  ['jpeg', 0.1, 1],
]

/** Those whose amount is a kind rather than a degree: nothing lies between none and ordinary. */
const WHOLE: DegradationName[] = [
  'quarterTurn',
  'bilevel',
  'unmarkedForm',
  'markMissing',
  'doubleMarks',
]
/** A candidate has one of these. */
const PENS: DegradationName[] = ['pencil', 'ballPen', 'gelPen', 'redPen', 'faintEverywhere']

interface Cell {
  id: string
  degradations: Degradation[] | 'pair'
}

/** Cells of mode `extreme` in which two troubles meet. */
const PAIR_CELLS = 12

/** Cells of a mode that each get the same number of sheets. */
function cellsOf({ mode, degradation }: CorpusOrder): Cell[] {
  const alone = (name: DegradationName, strength: number) => ({
    id: `${name}-${strength}`,
    degradations: [{ name, strength }],
  })
  switch (mode) {
    case 'ordinary':
    case 'marked':
      return []
    case 'stress':
      return [
        { id: 'none', degradations: [] },
        ...stressCases.map(({ id, degradations }) => ({ id: `study:${id}`, degradations })),
        ...DEGRADATION_NAMES.flatMap((name) => [alone(name, 1), alone(name, 2)]),
      ]
    case 'extreme':
      return [
        ...DEGRADATION_NAMES.map((name) => alone(name, 3)),
        ...Array.from({ length: PAIR_CELLS }, () => ({
          id: 'pairs',
          degradations: 'pair' as const,
        })),
      ]
    case 'single':
      if (!degradation) throw new RangeError('mode single needs a degradation')
      return [alone(degradation.name, degradation.strength)]
  }
}

/** The sheet with this index. */
export function planSheet(order: CorpusOrder, index: number): PlannedSheet {
  const seed = `${order.seed}/${order.mode}/${index}`
  const random = createRandom(`${seed}/plan`)
  const design = pickDesign(random, order.mode === 'marked')
  const cells = cellsOf(order)
  if (cells.length === 0)
    return { index, seed, cell: order.mode, design, strength: 1, degradations: ordinary(random) }
  const { id: cell, degradations: given } = cells[index % cells.length]!
  const degradations = given === 'pair' ? pair(random) : given
  // One trouble at a time, on a good scanner, as the study did.
  return { index, seed, cell, design, strength: 0.5, degradations }
}

function ordinary(random: Random): Degradation[] {
  const drawn = ORDINARY.flatMap(([name, share, most]): Degradation[] => {
    const [isDrawn, part] = [random.chance(share), random.between(0.2, 1)]
    if (!isDrawn) return []
    return [{ name, strength: WHOLE.includes(name) ? most : Math.round(part * most * 100) / 100 }]
  })
  const pen = drawn.find(({ name }) => PENS.includes(name))
  return drawn.filter((one) => !PENS.includes(one.name) || one === pen)
}

const pair = (random: Random): Degradation[] => [
  { name: random.pick(DEGRADATION_NAMES), strength: 2 },
  { name: random.pick(DEGRADATION_NAMES), strength: 2 },
]

function pickDesign(random: Random, isMarked: boolean): number {
  const designs = corpusDesigns.filter((design) => design.isMarked === isMarked)
  const total = designs.reduce((sum, { weight }) => sum + weight, 0)
  let left = random.between(0, total)
  const picked = designs.find(({ weight }) => (left -= weight) < 0) ?? designs[0]!
  return corpusDesigns.indexOf(picked)
}

/** How many cells share the sheets of a mode. */
export const cellCount = (order: CorpusOrder) => Math.max(1, cellsOf(order).length)
