import { expect, test } from 'vitest'
import { copied, draftDifferences } from './copy-exam.ts'
import {
  type ExamDraft,
  examOf,
  type Offered,
  newDraft,
  stepProblem,
  suggestedName,
} from './draft.ts'

const offered: Offered = {
  scheme: 'none',
  grades: [{ grade_id: 10, name: '高一' }],
  classes: [{ class_id: 7, grade_id: 10, name: '1班', student_count: 40 }],
  subjects: [1, 2, 3, 4].map((subject_id) => ({ subject_id, name: String(subject_id) })),
}
const draft = (change: Partial<ExamDraft> = {}): ExamDraft => ({
  ...newDraft(offered, '2026-11-20'),
  ...change,
})

test('exam draft: begins with the usual subjects and all classes of the first grade', () => {
  expect(draft()).toMatchObject({ subject_ids: [1, 2, 3], class_ids: [7], mode: 1 })
})

test('exam draft: a mixed exam sends each subject its own mode, and full marks of imported ones', () => {
  const mixed = draft({
    mode: 7,
    subject_modes: { 2: 2, 3: 4 },
    subject_fulls: { 1: 1, 3: 120_000 },
  })
  expect(examOf(mixed, '期中')).toMatchObject({
    subject_modes: { 1: 1, 2: 2, 3: 4 },
    subject_fulls: { 3: 120_000 },
  })
})

test('exam draft: modes of subjects count in a mixed exam only', () => {
  const one = draft({ mode: 4, subject_modes: { 2: 2 } })
  expect(examOf(one, '期中')).toMatchObject({
    subject_modes: { 1: 4, 2: 4, 3: 4 },
    subject_fulls: { 1: 100_000, 2: 100_000, 3: 100_000 },
  })
})

test('exam draft: a step says why it cannot be left', () => {
  expect(stepProblem(draft({ subject_ids: [] }), 1, offered)).toBe('请至少选择一个科目')
  expect(stepProblem(draft({ class_ids: [] }), 2, offered)).toBe('请至少选择一个班级')
  expect(stepProblem(draft(), 1, offered)).toBeNull()
})

test('exam draft: subjects at the same time keep the step, those that are not chosen do not count', () => {
  const session = (subject_id: number) => ({
    subject_id,
    starts_at: '2026-11-20T01:00:00.000Z',
    ends_at: '2026-11-20T03:00:00.000Z',
  })
  const timed = draft({ sessions: [session(1), session(4)] })
  expect(stepProblem(timed, 1, offered)).toBeNull()
  expect(examOf(timed, '期中')).toMatchObject({ sessions: [session(1)] })
  const both = { ...timed, subject_ids: [1, 4] }
  expect(stepProblem(both, 1, offered)).toMatch(/时间重叠$/)
})

test('exam draft: a bureau begins with the schools that have the grade, and sends no classes', () => {
  const school = (school_id: number, stages: string[]) => ({
    school_id,
    stages,
    name: `${school_id}中`,
    district_name: null,
    students: 1,
  })
  const schools = [school(1, ['senior']), school(2, ['primary']), school(3, [])]
  const joint = newDraft({ ...offered, classes: [], schools }, '2026-11-20')
  expect(joint).toMatchObject({ joint_schools: [1, 3], class_ids: [], peer_names: 'hidden' })
  expect(stepProblem(joint, 2, offered)).toBeNull()
  expect(stepProblem({ ...joint, joint_schools: [] }, 2, offered)).toBe('请至少选择一所学校')
  expect(suggestedName(joint, offered.grades)).toBe('2026年11月高一联考')
  expect(examOf(joint, '联考')).toMatchObject({ joint_schools: [1, 3], peer_names: 'hidden' })
  expect(examOf(draft(), '期中')).not.toHaveProperty('joint_schools')
})

test.for([
  [2, '2026年11月高一月考'],
  [3, '2026年高一期中考试'],
] as const)('exam draft: suggests a name for type %s', ([type, name]) => {
  expect(suggestedName(draft({ type }), offered.grades)).toBe(name)
})

test('exam draft: an exam before gives kind, subjects and times on the new day, and nothing that is gone', () => {
  const subject = (subject_id: number, mode: number, starts_at: string | null) => ({
    subject_id,
    name: String(subject_id),
    mode,
    status: 6,
    status_name: '',
    full_milli: 120_000,
    sheet_id: null,
    starts_at,
    ends_at: starts_at && starts_at.replace('T01', 'T03'),
  })
  const before = {
    exam_id: 5,
    type: 3,
    mode: 7,
    grade_id: 10,
    start_date: '2026-11-10',
    classes: [{ class_id: 99, name: '老1班' }],
    subjects: [
      subject(1, 4, '2026-11-10T01:00:00.000Z'),
      subject(2, 2, null),
      // A subject that the school does not have any more.
      subject(77, 1, null),
    ],
  } as Parameters<typeof copied>[1]
  const now = draft()
  const next = copied(now, before, offered)
  expect(next).toMatchObject({
    start_date: '2026-11-20',
    type: 3,
    mode: 7,
    class_ids: [7],
    subject_ids: [1, 2],
    subject_modes: { 1: 4, 2: 2 },
    subject_fulls: { 1: 120_000 },
    sessions: [
      {
        subject_id: 1,
        starts_at: '2026-11-20T01:00:00.000Z',
        ends_at: '2026-11-20T03:00:00.000Z',
      },
    ],
  })
  expect(draftDifferences(now, next, offered).map(({ label }) => label)).toEqual([
    '类型',
    '模式',
    '科目',
    '考试时间',
    '阅卷设置',
  ])
  expect(draftDifferences(next, copied(next, before, offered), offered)).toEqual([])
})
