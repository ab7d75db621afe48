import type { Permission } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { mayIn, namedIn } from './exam-grants.ts'

const user = {
  permissions: ['exam.read'],
  exam_grants: [{ exam_id: 7, subject_ids: [3], permissions: ['exam.read', 'marking.setup'] }],
}

test.for<[Permission, number | null, number | null, boolean]>([
  ['exam.read', 8, 1, true],
  ['marking.setup', null, null, true],
  ['marking.setup', 7, null, true],
  ['marking.setup', 7, 3, true],
  ['marking.setup', 7, 4, false],
  ['marking.setup', 8, 3, false],
  ['score.publish', 7, 3, false],
])('%s in exam %o, subject %o: %o', ([permission, examId, subjectId, may]) => {
  expect(mayIn(user, permission, { examId, subjectId })).toBe(may)
})

test.for<[string, string, number | null, number | null]>([
  ['/MarkSet', '?exam_id=7&subject_id=3', 7, 3],
  ['/MainPage/exam-manage/exam-detail/7/staff-manage', '', 7, null],
  ['/MainPage/exam-manage/AffairManage/12/studentManage', '?exam_id=7', 12, null],
  ['/MainPage/homePage', '', null, null],
  ['/MarkSet', '?exam_id=x', null, null],
])('the exam of %s%s', ([pathname, search, examId, subjectId]) => {
  expect(namedIn(pathname, search)).toEqual({ examId, subjectId })
})
