import { reportStudents } from '@hengjuan/contracts'
import { NOT_SELECTED } from '@hengjuan/domain'
import { blocksOf } from '@hengjuan/sheet'
import type { ScannedExam } from './scan-exam.ts'
import type { School } from './demo-stage.ts'
import type { SubjectRun } from './exam-run.ts'
import { abilityIn, itemOf, shareOf } from './item-model.ts'
import { expectedScore, objectiveOf } from './published-check.ts'
import { randomOf } from './random.ts'
import type { DemoExam } from './school.ts'

/** What is marked on the screen, what on paper before the scan, and what comes as a table. */
export const [MATHEMATICS, PHYSICS, HISTORY] = [2, 4, 8]
export const HISTORY_FULL = 100
/** One after the other, so that all occur in a small exam. */
export const COMBOS = ['物化生', '史政地', '物化地']
/** Nobody entered the mark of this candidate's first answer; who has the paper in hand says it was worth as much. */
export const FORGOTTEN = { at: 0, milli: 6000 }

export interface MixedCheck {
  candidates: number
  /** Candidate x subject, and one total each. */
  scores: number
  wrong: string[]
}

export const comboOf = (at: number): string => COMBOS[at % COMBOS.length] ?? ''
export const sits = (at: number, subjectId: number): boolean =>
  subjectId === MATHEMATICS || comboOf(at).startsWith(subjectId === PHYSICS ? '物' : '史')

/** What the teacher gave on paper, block by block, in thousandths. */
export function handMark(examNo: string, key: string): number {
  const [full, step] = key === '5' ? [12_000, 1000] : [14_000, 500]
  const random = randomOf(`mixed/paper/${examNo}/${key}`)
  const share = shareOf(itemOf(`mixed/${key}`, 'written'), random.normal())
  return Math.round((share * full) / step) * step
}

/** Null for who was ill. */
export const historyOf = (examNo: string): number | null => {
  const random = randomOf(`mixed/history/${examNo}`)
  if (random.chance(0.15)) return null
  const share = 0.65 + 0.15 * abilityIn({ examNo, ability: random.normal() }, HISTORY)
  return Math.round(Math.min(1, Math.max(0.1, share)) * HISTORY_FULL * 2) / 2
}

/** Attendance and score of a subject, as the truth has it. */
type Truth = { attendance: number; milli: number | null }

export async function checkMixed(
  { director }: School,
  exam: DemoExam,
  runs: { screen: SubjectRun; paper: SubjectRun; blocks: ScannedExam['blocks'] },
): Promise<MixedCheck> {
  const { list } = await director.call(reportStudents, {
    query: { exam_id: exam.examId, limit: 500 },
  })
  const check: MixedCheck = { candidates: exam.candidates.length, scores: 0, wrong: [] }
  const hold = (what: string, is: string, should: string) => {
    check.scores += 1
    if (is !== should) check.wrong.push(`${what}: published ${is}, truth ${should}`)
  }
  for (const [at, candidate] of exam.candidates.entries()) {
    const row = list.find(({ exam_no }) => exam_no === candidate.examNo)
    const truths = new Map<number, Truth>([
      [MATHEMATICS, onScreen(candidate, at, runs)],
      [PHYSICS, onPaper(candidate, at, runs.paper)],
      [HISTORY, imported(candidate.examNo, at)],
    ])
    for (const [subjectId, { attendance, milli: score }] of truths) {
      const published = row?.subjects.find(({ subject_id }) => subject_id === subjectId)
      hold(
        `${candidate.examNo} ${subjectId}`,
        `${published?.attendance ?? NOT_SELECTED} ${published?.score ?? null}`,
        `${attendance} ${score}`,
      )
    }
    const given = [...truths.values()].flatMap(({ milli: score }) =>
      score === null ? [] : [score],
    )
    const total = given.length === 0 ? null : given.reduce((sum, score) => sum + score, 0)
    const isWhole = [...truths.values()].every(({ attendance }) => attendance !== 1)
    // A total without a subject that was missed is not compared: what it counts as is a setting.
    if (isWhole) hold(`${candidate.examNo} total`, `${row?.total_score ?? null}`, `${total}`)
  }
  return check
}

function onScreen(
  candidate: DemoExam['candidates'][number],
  at: number,
  { screen, blocks }: { screen: SubjectRun; blocks: ScannedExam['blocks'] },
): Truth {
  const { attendance, objective, subjective } = expectedScore(candidate, at, screen, blocks)
  return { attendance, milli: attendance === 0 ? objective + subjective : null }
}

function onPaper({ examNo }: { examNo: string }, at: number, run: SubjectRun): Truth {
  if (!sits(at, PHYSICS)) return { attendance: NOT_SELECTED, milli: null }
  const sheet = [...run.papers.values()].find(({ planned }) => planned.candidate === at)
  if (!sheet) throw new Error(`no sheet of candidate ${examNo}`)
  const marks = blocksOf(run.geometry.design).map(({ key }) =>
    at === FORGOTTEN.at && key === '5' ? FORGOTTEN.milli : handMark(examNo, key),
  )
  return {
    attendance: 0,
    milli: objectiveOf(run, sheet.truth) + marks.reduce((sum, mark) => sum + mark, 0),
  }
}

function imported(examNo: string, at: number): Truth {
  if (!sits(at, HISTORY)) return { attendance: NOT_SELECTED, milli: null }
  const points = historyOf(examNo)
  return points === null
    ? { attendance: 1, milli: null }
    : { attendance: 0, milli: Math.round(points * 1000) }
}
