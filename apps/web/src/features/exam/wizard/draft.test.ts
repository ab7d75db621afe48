import { expect, test } from 'vitest'
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
