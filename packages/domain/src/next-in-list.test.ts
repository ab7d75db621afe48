import { expect, test } from 'vitest'
import { type ListedExam, nextInList } from './next-in-list.ts'
import { mayDo } from './permissions.ts'
import type { Role } from './role.ts'

const subject = (
  name: string,
  status: number,
  more: Partial<ListedExam['subjects'][number]> = {},
): ListedExam['subjects'][number] => ({
  subject_id: name.length + status,
  name,
  mode: 1,
  status,
  sheet_id: 1,
  ...more,
})
const exam = (subjects: ListedExam['subjects'], more: Partial<ListedExam> = {}): ListedExam => ({
  published: false,
  candidate_count: 40,
  subjects,
  ...more,
})

const bare = { sheet_id: null }
const table = { mode: 4, sheet_id: null }

test.for<[string, ListedExam, Role, string | null, string | null]>([
  ['released', exam([subject('语文', 6)], { published: true }), 'principal', '查看报表', 'reports'],
  [
    'nobody sits it',
    exam([subject('语文', 1, bare)], { candidate_count: 0 }),
    'academic_director',
    '生成或导入考生',
    'students',
  ],
  [
    'without sheets',
    exam([subject('语文', 1), subject('数学', 1, bare), subject('英语', 1, bare)]),
    'academic_director',
    '设计答题卡：数学、英语',
    'sheets',
  ],
  [
    'four without sheets',
    exam(['语文', '数学', '英语', '物理'].map((name) => subject(name, 1, bare))),
    'academic_director',
    '设计答题卡：语文、数学、英语等 4 科',
    'sheets',
  ],
  [
    'answered on screen, without a table of questions',
    exam([subject('语文', 1), subject('数学', 1, { ...bare, mode: 3 })]),
    'academic_director',
    '设置题目表：数学',
    'sheets',
  ],
  [
    'settings',
    exam([subject('语文', 2), subject('数学', 3)]),
    'academic_director',
    '阅卷设置：语文',
    'settings',
  ],
  [
    'a table is still to come',
    exam([subject('语文', 6), subject('历史', 1, table)]),
    'academic_director',
    '导入成绩：历史',
    'scoreImport',
  ],
  [
    'being scanned, for who scans',
    exam([subject('语文', 3), subject('历史', 6, table)]),
    'scan_operator',
    '扫描与阅卷：语文',
    'scan',
  ],
  [
    'being marked, for a teacher',
    exam([subject('语文', 3), subject('数学', 6)]),
    'subject_teacher',
    '查看阅卷进度：语文',
    'supervision',
  ],
  ['complete', exam([subject('语文', 6)]), 'academic_director', '预审并发布成绩', 'results'],
  ['complete, for a teacher', exam([subject('语文', 6)]), 'subject_teacher', null, null],
  ['being set up, for a teacher', exam([subject('语文', 1)]), 'subject_teacher', null, null],
])('%s: %s', ([, one, role, text, section]) => {
  const next = nextInList(one, (permission) => mayDo(role, permission))
  expect([next?.text ?? null, next?.section ?? null]).toEqual([text, section])
})

test('the link leads to the first subject that waits', () => {
  const second = subject('数学', 1, { ...bare, subject_id: 7 })
  const next = nextInList(exam([subject('语文', 1), second]), () => true)
  expect(next?.subjectId).toBe(7)
})
