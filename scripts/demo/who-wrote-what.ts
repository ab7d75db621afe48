import { candidateList, previewDetail } from '@hengjuan/contracts'
import type { Account } from './account.ts'
import { abilityIn } from './item-model.ts'
import type { WrittenAnswer } from './eyes.ts'
import type { DemoExam } from './school.ts'

const PAGE = 100

/** The answer of a candidate, with the ability that it follows from. */
export const writtenBy = (
  candidate: DemoExam['candidates'][number],
  subjectId: number,
): WrittenAnswer => ({
  examNo: candidate.examNo,
  ability: abilityIn(candidate, subjectId),
  written: true,
})

/** Whose each paper is, by unit: what the director sees of a candidate's marking, and no marker does. */
export async function whoWroteWhat(
  director: Account,
  exam: DemoExam,
  subjects: readonly { subjectId: number }[],
): Promise<Map<number, WrittenAnswer>> {
  const { list } = await director.call(candidateList, {
    query: { exam_id: exam.examId, limit: PAGE },
  })
  const answers = new Map<number, WrittenAnswer>()
  for (const { candidate_id, exam_no } of list) {
    const candidate = exam.candidates.find(({ examNo }) => examNo === exam_no)
    if (!candidate) continue
    for (const { subjectId } of subjects) {
      const { blocks } = await director.call(previewDetail, {
        query: { exam_id: exam.examId, subject_id: subjectId, candidate_id },
      })
      for (const { unit_id } of blocks) answers.set(unit_id, writtenBy(candidate, subjectId))
    }
  }
  return answers
}
