import type { ExamAdminMay } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { toggledMay, toggledSubject } from './chosen-admins.ts'

test.for<[ExamAdminMay[], ExamAdminMay, ExamAdminMay[]]>([
  [[], 'supervise', ['supervise']],
  [[], 'setup', ['setup', 'supervise']],
  [['setup', 'supervise'], 'supervise', []],
  [['setup', 'supervise'], 'setup', ['supervise']],
  [['supervise', 'publish'], 'supervise', ['publish']],
])('%o and %s make %o', ([may, one, next]) => {
  expect(toggledMay(may, one)).toEqual(next)
})

test.for<['all' | number[], number, 'all' | number[]]>([
  ['all', 2, [1, 3]],
  [[1, 3], 2, 'all'],
  [[], 1, [1]],
  [[1], 1, []],
])('of three subjects %o and %i make %o', ([chosen, id, next]) => {
  expect(toggledSubject(chosen, id, [1, 2, 3])).toEqual(next)
})
