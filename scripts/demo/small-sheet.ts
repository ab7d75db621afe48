import type { InputOf, sheetSave } from '@hengjuan/contracts'
import { milli, type SheetQuestion } from '@hengjuan/domain'

const KEYS = { A: ['A'], B: ['B'], C: ['C'], D: ['D'] }

type Design = InputOf<typeof sheetSave>['body']['design']

const choice = (no: number): SheetQuestion => ({
  no: String(no),
  type: 1,
  fullMilli: milli(4),
  optionCount: 4,
})
const written = (no: number, points: number, step: number): SheetQuestion => ({
  no: String(no),
  type: 4,
  fullMilli: milli(points),
  blockKey: String(no),
  heightMm: 40,
  scorePoints: [{ name: `第${no}题`, fullMilli: milli(points), stepMilli: milli(step) }],
})

/** Four choices and two answers on one page; with bars, the answers are marked before the scan. */
export const smallDesign = (subjectName: string, entry: 'bars' | null): Design => ({
  title: '2026—2027学年第一学期选科月考',
  subjectName,
  paper: 'A4',
  examNoDigits: 8,
  numberStyle: 'bubble',
  notices: ['选择题用2B铅笔填涂，非选择题用0.5毫米黑色签字笔作答。'],
  ...(entry ? { scoreEntry: entry } : {}),
  sections: [
    {
      title: '一、选择题（本大题共4小题，每小题4分，共16分）',
      questions: [1, 2, 3, 4].map(choice),
    },
    {
      title: '二、解答题（本大题共2小题，共26分）',
      questions: [written(5, 12, 1), written(6, 14, 0.5)],
    },
  ],
})
export const SMALL_KEYS = { 1: KEYS.B, 2: KEYS.D, 3: KEYS.A, 4: KEYS.C }
