import type { Defect, DefectKind } from '@hengjuan/scan-simulator'
import { randomOf } from './random.ts'

/** A sheet of paper in the stack that the operator puts into the feeder. */
export interface PlannedSheet {
  /** Index of the candidate whose sheet it is. */
  candidate: number
  defects: Defect[]
  /** The scan is useless and a clean sheet of the same candidate follows in a second stack. */
  rescanned: boolean
}

/** Sheets of a subject in the order of the stack, and candidates without one. */
export interface ScanPlan {
  stack: PlannedSheet[]
  /** Candidates who stayed away and left no sheet. */
  away: number[]
}

/** Scans of these are thrown away and made again: part of the answers is not on them. */
const RESCANNED: readonly DefectKind[] = ['blankPage', 'missingSecondPage', 'otherExamPage']

/** Gives every kind of defect a candidate of its own; everybody else's sheet is clean. */
export function planScans(
  examNos: readonly string[],
  subject: { id: number; hasBarcode: boolean },
  seed: string,
): ScanPlan {
  const random = randomOf(`${seed}/plan/${subject.id}`)
  const order = random.shuffle([...examNos.keys()])
  const taken = (): number => {
    const index = order.pop()
    if (index === undefined) throw new Error('the exam is too small for all defects')
    return index
  }
  const stranger = (examNo: string): string => `99${examNo.slice(2)}`
  const donor = taken()
  const spoiled: PlannedSheet[] = []
  const spoil = (makeDefect: (examNo: string) => Defect): void => {
    const candidate = taken()
    const defect = makeDefect(examNos[candidate]!)
    spoiled.push({ candidate, defects: [defect], rescanned: RESCANNED.includes(defect.kind) })
  }
  spoil(() => ({ kind: 'noExamNo' }))
  // With a barcode beside them, incomplete bubbles are no riddle.
  if (!subject.hasBarcode) {
    spoil(() => ({ kind: 'partialExamNo', how: 'blank' }))
    spoil(() => ({ kind: 'partialExamNo', how: 'double' }))
  }
  spoil((examNo) => ({ kind: 'wrongExamNo', examNo: stranger(examNo) }))
  spoil(() => ({ kind: 'duplicateNumber', examNo: examNos[donor]! }))
  spoil(() => ({ kind: 'missingCorner', page: 1 }))
  spoil(() => ({ kind: 'foldedCorner', page: 1 }))
  spoil(() => ({ kind: 'doubleMark' }))
  spoil(() => ({ kind: 'faintMark' }))
  spoil(() => ({ kind: 'absentBoxNoAnswers' }))
  spoil(() => ({ kind: 'absentBoxWithAnswers' }))
  spoil(() => ({ kind: 'blankPage' }))
  spoil(() => ({ kind: 'otherExamPage' }))
  spoil(() => ({ kind: 'missingSecondPage' }))
  const away = [taken()]
  const clean = [donor, ...order].map((candidate): PlannedSheet => ({
    candidate,
    defects: random.chance(0.1) ? [{ kind: 'upsideDown' }] : [],
    rescanned: false,
  }))
  return { stack: random.shuffle([...spoiled, ...clean]), away }
}

/** Everybody's sheet, in their order, without a defect. */
export const cleanScans = (candidates: number): ScanPlan => ({
  stack: Array.from({ length: candidates }, (_, candidate) => ({
    candidate,
    defects: [],
    rescanned: false,
  })),
  away: [],
})
