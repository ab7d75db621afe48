import { discrimination, reliability } from '@hengjuan/domain'
import { makeAnswers } from '@hengjuan/scan-simulator'
import { blocksOf, layoutSheet, objectiveItemsOf, sampleDesigns, sampleKeys } from '@hengjuan/sheet'
import { describe, expect, test } from 'vitest'
import { abilityIn, itemOf, shareOf } from './item-model.ts'
import { demoStudents, GRADES } from './people.ts'
import { PARTIAL_MILLI, SUBJECTS } from './school.ts'
import { objectiveMark, readingOf } from './scoring-truth.ts'

/** Scores per item, and the full marks, of a grade of the demonstration in a subject. */
function scoresOf(gradeId: number, { id, sample }: (typeof SUBJECTS)[number]) {
  const geometry = layoutSheet(sampleDesigns[sample])
  const people = demoStudents(7)
    .filter(({ grade_id }) => grade_id === gradeId)
    .map((student, at) => {
      const examNo = `26${gradeId}${String(at + 1).padStart(4, '0')}`
      return { ...student, examNo, ability: abilityIn({ ...student, examNo }, id) }
    })
  const answers = people.map((one) =>
    makeAnswers(
      geometry,
      { name: one.name, className: one.class_name, examNo: one.examNo },
      sampleKeys[sample],
      `hengjuan/${gradeId}/${id}`,
      (no) => shareOf(itemOf(`${id}/${no}`, 'ticked'), one.ability),
    ),
  )
  const objective = objectiveItemsOf(geometry.design).map((item) => ({
    full: item.fullMilli,
    scores: answers.map(({ choices }) =>
      objectiveMark(
        {
          no: item.questionNo,
          type: item.type,
          fullMilli: item.fullMilli,
          key: sampleKeys[sample][item.questionNo] ?? [],
          missingMilli: PARTIAL_MILLI,
        },
        choices[item.questionNo] ?? [],
      ),
    ),
  }))
  const questions = geometry.design.sections.flatMap((section) => section.questions)
  const written = blocksOf(geometry.design).flatMap(({ key, questionNos, optional }) =>
    questionNos.slice(0, optional ? 1 : undefined).map((no) => {
      const full = questions.find((one) => one.no === no)?.fullMilli ?? 0
      const point = [{ fullMilli: full, stepMilli: 1000 }]
      return {
        full,
        scores: people.map((one) => readingOf(one, `${id}/${key}/${no}`, point, 0, true)[0] ?? 0),
      }
    }),
  )
  return [...objective, ...written]
}

describe('the demonstration looks like exams that were really sat', () => {
  const papers = GRADES.flatMap(({ grade_id }) =>
    SUBJECTS.map((subject) => [grade_id, subject.name, subject] as const),
  )
  test.for(papers)('grade %i, %s', ([gradeId, , subject]) => {
    const items = scoresOf(gradeId, subject)
    const totals = items[0]!.scores.map((_, at) =>
      items.reduce((sum, { scores }) => sum + scores[at]!, 0),
    )
    const full = items.reduce((sum, item) => sum + item.full, 0)
    const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length / full
    const { alpha } = reliability(items.map(({ scores }) => scores))
    const ds = items.map((item) => discrimination(item.scores, totals, item.full) ?? 0)
    const usual = ds.filter((d) => d >= 0.2 && d <= 0.6).length / ds.length
    const excellent = totals.filter((total) => total >= 0.85 * full).length / totals.length
    expect(mean).toBeGreaterThan(0.55)
    expect(mean).toBeLessThan(0.75)
    // One composition of 60 points decides much of a paper in Chinese, as it does in schools.
    expect(alpha).toBeGreaterThan(0.75)
    expect(alpha).toBeLessThan(0.93)
    expect(usual).toBeGreaterThan(0.6)
    expect(Math.min(...ds)).toBeGreaterThan(0)
    expect(excellent).toBeGreaterThan(0.02)
  })
})
