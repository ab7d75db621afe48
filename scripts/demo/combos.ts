import { studentBatch, studentList } from '@hengjuan/contracts'
import type { Account } from './account.ts'
import { randomOf } from './random.ts'

/** What students choose beside Chinese, mathematics and English; the commoner ones more than once. */
const CHOSEN = '物化生 物化生 物化生 物化地 物化政 物生地 史政地 史政地 史生地'.split(' ')
/** As many as one call changes. */
const MOST = 500

/** Gives every student of a grade a combination, as schools note it in the second year. */
export async function chooseCombos(admin: Account, gradeId: number): Promise<void> {
  const random = randomOf(`combos/${gradeId}`)
  const { list } = await admin.call(studentList, { query: { grade_id: gradeId, limit: MOST } })
  const students = list.map(({ student_id }) => ({ student_id, combo: random.pick(CHOSEN) }))
  await admin.call(studentBatch, { body: { students } })
}
