import { markedSampleDesign } from '@hengjuan/sheet'
import { type SheetPile, scanSheets } from './sheet-pile.ts'
import type { World } from './world.ts'

const PHYSICS = 4

/**
 * An exam in physics whose papers were marked by hand: designs its sheet, fills it in as candidates and
 * their markers do, scans and reads it, and sends it as a station would.
 *
 * @param marks of each candidate, points by block key; a block left out has no mark on its sheet
 */
export function scanMarkedPile(
  world: World,
  given: {
    name: string
    entry: 'bars' | 'digits'
    marks: readonly Readonly<Record<string, number>>[]
  },
): Promise<SheetPile> {
  const { id: _id, sheetCode: _code, schoolName: _school, ...sample } = markedSampleDesign
  // One paper for all.
  const { paperVariants: _variants, ...design } = sample
  return scanSheets(world, {
    name: given.name,
    subjectId: PHYSICS,
    mode: 2,
    design: { ...design, scoreEntry: given.entry },
    keys: Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [String(at + 1), at < 7 ? ['B'] : ['A', 'B']]),
    ),
    filled: given.marks.map((marks) => ({
      choices: Object.fromEntries(
        Array.from({ length: 10 }, (_, no) => [String(no + 1), no < 7 ? ['B'] : ['A', 'B']]),
      ),
      optional: {},
      writing: { '11-12': 0.5, '13': 0.4, '14': 0.6, '15': 0.2 },
      marking: {
        scores: Object.fromEntries(Object.entries(marks).map(([key, mark]) => [key, mark * 1000])),
        misconduct: false,
        paperVariant: null,
      },
    })),
  })
}
