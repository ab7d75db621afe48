import {
  createSnapshot,
  fixOption,
  type InputOf,
  previewDetail,
  reportItems,
  studentScore,
} from '@hengjuan/contracts'
import { everyDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { openTestApp, seedTinyExam, TINY_EXAM_NAME } from '../../testing/index.ts'

const CHINESE = 1

everyDatabase('several right answers on %s', (kind) => {
  const open = async () => {
    const app = await openTestApp(kind)
    const { examId } = await seedTinyExam(app.services, app.school)
    const director = await app.signIn('director')
    const fix = (change: Partial<InputOf<typeof fixOption>['body']>) =>
      director.send(fixOption, {
        body: {
          exam_id: examId,
          subject_id: CHINESE,
          question_no: '2',
          answer: ['A', 'C'],
          reason: '两种答案都对',
          ...change,
        },
      })
    const publish = () =>
      director.send(createSnapshot, {
        body: { exam_id: examId, confirm_name: TINY_EXAM_NAME },
      })
    /** The answer of a candidate to a question with what it counts, as the preview tells it. */
    const item = async (examNo: string, no: string) => {
      const { id } = await app.services.db
        .selectFrom('candidate')
        .where('exam_id', '=', examId)
        .where('exam_no', '=', examNo)
        .select('id')
        .executeTakeFirstOrThrow()
      const { data } = await director.send(previewDetail, {
        query: { exam_id: examId, subject_id: CHINESE, candidate_id: id },
      })
      const found = data.objective.find(({ question_no }) => question_no === no)
      return [found?.answer.join(''), found?.key_text, found?.score_milli]
    }
    /** Keys as a student and as teachers are told them. */
    const told = async () => {
      const student = await app.signIn('student')
      const own = await student.send(studentScore, { body: { exam_id: examId, exam_no: '101' } })
      const items = await director.send(reportItems, {
        query: { exam_id: examId, subject_id: CHINESE },
      })
      return {
        student: own.data.subjects[0]?.items.map(({ key }) => key),
        report: items.data.rows.map(({ key }) => key),
      }
    }
    return { fix, publish, item, told }
  }

  test('a second set of a multiple choice earns full mark, and stands beside the key everywhere', async () => {
    const { fix, publish, item, told } = await open()
    expect(await item('105', '2')).toEqual(['AB', 'AC', 0])
    const odd = await fix({ rule: { accept_sets: ['AZ'] } })
    expect(odd.error).toMatchObject({ error: 'ANSWER_KEY_INVALID' })
    expect((await fix({ rule: { accept_sets: ['BA'] } })).status).toBe(200)
    expect(await item('105', '2')).toEqual(['AB', 'AC 或 AB', 5000])
    // Part of one of the sets earns what is missing, as before.
    expect(await item('102', '2')).toEqual(['A', 'AC 或 AB', 2000])
    await publish()
    expect(await told()).toEqual({
      student: ['A', 'AC 或 AB', null],
      report: ['A', 'AC 或 AB', null],
    })
  })

  test.for([
    [{ question_no: '1', answer: ['A'], rule: { accept: ['A', 'B'] } }, 'A 或 B'],
    [{ question_no: '1', answer: ['A'], rule: { status: 'void' } }, '作废'],
    [{ question_no: '1', answer: ['A'], rule: { status: 'gift' } }, '送分'],
  ] as const)('%o is told as %s', async ([change, expected]) => {
    const { fix, publish, told } = await open()
    await fix(change as never)
    await publish()
    const { student, report } = await told()
    expect([student?.[0], report[0]]).toEqual([expected, expected])
  })
})
