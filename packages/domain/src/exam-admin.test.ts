import { expect, test } from 'vitest'
import { type ExamAdminMay, grantFor, type GrantProblem, problemOfGrant } from './exam-admin.ts'
import type { Permission } from './permissions.ts'
import type { ScopeList } from './scope.ts'

test.for<[ExamAdminMay[], ScopeList<number>, GrantProblem | null]>([
  [['supervise'], 'all', null],
  [['supervise'], [1], null],
  [['setup', 'supervise'], [1, 2], null],
  [['supervise', 'publish'], 'all', null],
  [['publish'], 'all', null],
  [[], 'all', 'nothing'],
  [['supervise'], [], 'no_subject'],
  [['setup'], 'all', 'setup_alone'],
  [['setup', 'publish'], 'all', 'setup_alone'],
  [['supervise', 'publish'], [1], 'publish_part'],
])('exam admin: %o in %o: %s', ([may, subjects, problem]) => {
  expect(problemOfGrant({ may, subjects, isGuest: false })).toBe(problem)
})

test('exam admin: whoever comes from another school does not release', () => {
  const of = (may: ExamAdminMay[]) => problemOfGrant({ may, subjects: 'all', isGuest: true })
  expect(of(['setup', 'supervise'])).toBeNull()
  expect(of(['publish'])).toBe('publish_guest')
})

const GRANTS = [
  { examId: 1, subjects: [3], may: ['setup', 'supervise'] },
  { examId: 2, subjects: 'all', may: ['publish'] },
] as const

test.for<[Permission, number, number | undefined, boolean]>([
  ['marking.setup', 1, 3, true],
  ['marking.setup', 1, undefined, true],
  ['marking.setup', 1, 4, false],
  ['marking.supervise', 1, 3, true],
  ['score.publish', 1, 3, false],
  ['exam.read', 1, 3, true],
  ['exam.read', 1, 4, false],
  ['exam.manage', 1, 3, false],
  ['marking.setup', 2, 3, false],
  ['score.publish', 2, undefined, true],
  ['score.preview', 2, 3, true],
  ['marking.setup', 3, 3, false],
])('exam admin: %s in exam %i, subject %o: %o', ([permission, examId, subjectId, may]) => {
  expect(grantFor(GRANTS, permission, examId, subjectId) !== undefined).toBe(may)
})
