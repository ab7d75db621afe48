import { reportStudents } from '@hengjuan/contracts'
import type { SheetTruth } from '@hengjuan/scan-simulator'
import { objectiveItemsOf } from '@hengjuan/sheet'
import type { Account } from './account.ts'
import type { SubjectRun } from './exam-run.ts'
import { isAbsent } from './exceptions.ts'
import { abilityIn } from './item-model.ts'
import type { MarkedBlock } from './open-marking.ts'
import { type DemoExam, PARTIAL_MILLI } from './school.ts'
import { objectiveMark, readingOf, settledMark } from './scoring-truth.ts'

export interface PublishedCheck {
  /** Candidate x subject. */
  scores: number
  wrong: string[]
  thirdReadings: number
  arbitrations: number
  /** Every published score as text, to compare two runs. */
  table: string[]
}

/** Holds every published subject score against the score that follows from the truth. */
export async function checkPublished(
  director: Account,
  exam: DemoExam,
  runs: readonly SubjectRun[],
  blocks: readonly MarkedBlock[],
): Promise<PublishedCheck> {
  const { list } = await director.call(reportStudents, {
    query: { exam_id: exam.examId, limit: 5000 },
  })
  const check: PublishedCheck = {
    scores: 0,
    wrong: [],
    thirdReadings: 0,
    arbitrations: 0,
    table: [],
  }
  const rows = new Map(list.map((row) => [row.exam_no, row]))
  for (const [index, candidate] of exam.candidates.entries())
    for (const run of runs) {
      const expected = expectedScore(candidate, index, run, blocks)
      const published = rows
        .get(candidate.examNo)
        ?.subjects.find(({ subject_id }) => subject_id === run.subjectId)
      check.scores += 1
      check.thirdReadings += expected.thirdReadings
      check.arbitrations += expected.arbitrations
      const is = `${published?.attendance} ${published?.objective_score} ${published?.subjective_score} ${published?.score}`
      const total = expected.attendance === 0 ? expected.objective + expected.subjective : null
      const should = `${expected.attendance} ${total === null ? null : expected.objective} ${total === null ? null : expected.subjective} ${total}`
      check.table.push(`${candidate.examNo} ${run.subjectId} ${is}`)
      if (is !== should)
        check.wrong.push(`${candidate.examNo} ${run.name}: published ${is}, truth ${should}`)
    }
  return check
}

interface Expected {
  attendance: number
  objective: number
  subjective: number
  thirdReadings: number
  arbitrations: number
}

export function expectedScore(
  candidate: DemoExam['candidates'][number],
  index: number,
  run: SubjectRun,
  blocks: readonly MarkedBlock[],
): Expected {
  const absent: Expected = {
    attendance: 1,
    objective: 0,
    subjective: 0,
    thirdReadings: 0,
    arbitrations: 0,
  }
  const paper = truthOf(run, index)
  if (run.plan.away.includes(index) || !paper) return absent
  if (isAbsent(paper)) return absent
  const expected: Expected = { ...absent, attendance: 0, objective: objectiveOf(run, paper) }
  const student = run.students[index]
  for (const block of blocks.filter(({ subjectId }) => subjectId === run.subjectId)) {
    const key = blockKeyOf(run, block)
    const written = (student?.writing[key.key] ?? 0) > 0
    const chosen = key.group === null ? null : (student?.optional[key.group]?.[0] ?? null)
    const points = block.points.filter(
      ({ questionNo }) => key.group === null || questionNo === (chosen ?? key.questions[0]),
    )
    const totals = [0, 1, 2, 3].map((nth) =>
      written
        ? readingOf(
            { ...candidate, ability: abilityIn(candidate, run.subjectId) },
            `${run.subjectId}/${block.name}/${points.map(({ questionNo }) => questionNo).join()}`,
            points,
            nth,
            true,
          ).reduce((sum, score) => sum + score, 0)
        : 0,
    ) as [number, number, number, number]
    // Nobody said which optional question was answered: a leader decides alone.
    const byLeader = key.group !== null && chosen === null
    const mark = byLeader
      ? { milli: totals[3], third: false, arbitrated: false }
      : settledMark(block.markMode, block.toleranceMilli, totals)
    expected.subjective += mark.milli
    expected.thirdReadings += mark.third ? 1 : 0
    expected.arbitrations += mark.arbitrated ? 1 : 0
  }
  return expected
}

/** The paper that counts for a candidate: the later scan where the first was thrown away. */
function truthOf(run: SubjectRun, candidate: number): SheetTruth | null {
  const own = [...run.papers.values()].filter(({ planned }) => planned.candidate === candidate)
  return own.find(({ rescanned }) => !rescanned)?.truth ?? null
}

export function objectiveOf(run: SubjectRun, truth: SheetTruth): number {
  return objectiveItemsOf(run.geometry.design).reduce((sum, item) => {
    const choice = truth.choices.find(({ questionNo }) => questionNo === item.questionNo)
    const answer = !choice || choice.because === 'doubleMark' ? [] : choice.meant
    return (
      sum +
      objectiveMark(
        {
          no: item.questionNo,
          type: item.type,
          fullMilli: item.fullMilli,
          key: run.keys[item.questionNo] ?? [],
          missingMilli: PARTIAL_MILLI,
        },
        answer,
      )
    )
  }, 0)
}

/** Which answer area of the sheet a block is, and which questions stand in it. */
export function blockKeyOf(
  run: SubjectRun,
  block: Pick<MarkedBlock, 'name' | 'points'>,
): { key: string; group: string | null; questions: string[] } {
  const numbers = new Set(block.points.map(({ questionNo }) => questionNo))
  const questions = run.geometry.design.sections
    .flatMap((section) => section.questions)
    .filter(({ no }) => numbers.has(no))
  const [first] = questions
  if (!first) throw new Error(`no questions for block ${block.name}`)
  return {
    key: first.blockKey ?? `q${first.no}`,
    group: first.optionalGroup?.id ?? null,
    questions: questions.map(({ no }) => no),
  }
}
