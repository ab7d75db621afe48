import { describe, expect, test } from 'vitest'
import {
  type ExamWork,
  nextThing,
  sectionsOfModes,
  sectionStandings,
  type SubjectWork,
} from './exam-workspace.ts'
import { mayDo } from './permissions.ts'
import type { Role } from './role.ts'

/** Mathematics as it is when its sheet is there and everybody is named; `more` says what is otherwise. */
const subject = (more: Partial<SubjectWork> = {}): SubjectWork => ({
  subject_id: 2,
  name: '数学',
  mode: 1,
  status: 3,
  sheet: {},
  registered: 80,
  no_record: 0,
  scanned_candidates: 80,
  open_exceptions: 0,
  keys_missing: 0,
  blocks: 4,
  units_total: 320,
  units_final: 320,
  next_status: 6,
  next_status_name: '成绩报表',
  gates: [],
  ...more,
})
const exam = (subjects: SubjectWork[], published = false): ExamWork => ({ published, subjects })
const gate = (code: string, count: number) => ({ code, text: '', count, blocking: true })
const done = subject({ status: 6, next_status: null, next_status_name: null })
const fresh = subject({
  status: 1,
  sheet: null,
  scanned_candidates: 0,
  no_record: 80,
  blocks: 0,
  units_total: 0,
  units_final: 0,
  next_status: 2,
  next_status_name: '阅卷设置',
  gates: [gate('sheet', 1)],
})

describe('next thing', () => {
  const unscanned = subject({
    scanned_candidates: 0,
    no_record: 80,
    units_total: 0,
    units_final: 0,
    gates: [gate('noRecord', 80)],
  })
  const marking = subject({ units_final: 200, gates: [gate('units', 120)] })
  test.for([
    ['no candidates', 'school_admin', [{ ...fresh, registered: 0 }], '生成或导入考生'],
    ['no sheet', 'school_admin', [fresh], '设计数学答题卡'],
    ['no sheet of an online exam', 'school_admin', [{ ...fresh, mode: 3 }], '设置数学题目表'],
    [
      'an online exam is not released',
      'school_admin',
      [subject({ mode: 3, status: 2, next_status: 3, gates: [gate('release', 1)] })],
      '发布数学线上考试',
    ],
    [
      'an online exam is not ended',
      'school_admin',
      [subject({ mode: 3, gates: [gate('complete', 1)] })],
      '查看数学的作答，结束线上考试',
    ],
    [
      'markers are missing',
      'school_admin',
      [subject({ status: 2, next_status: 3, gates: [gate('markers', 2)] })],
      '设置数学的阅卷教师',
    ],
    ['a sheet is there', 'school_admin', [{ ...fresh, sheet: {}, gates: [] }], '数学进入阅卷设置'],
    [
      'two sheets are there',
      'school_admin',
      [
        { ...fresh, sheet: {}, gates: [] },
        { ...fresh, subject_id: 3, name: '英语', sheet: {}, gates: [] },
      ],
      '全部科目进入阅卷设置',
    ],
    ['nothing is scanned', 'school_admin', [unscanned], '扫描数学答题卡'],
    ['nothing is scanned', 'scan_operator', [unscanned], '扫描数学答题卡'],
    [
      'exceptions wait before papers do',
      'scan_operator',
      [subject({ open_exceptions: 7, gates: [gate('exceptions', 7)] })],
      '处理数学 7 条扫描异常',
    ],
    [
      'some have no sheet',
      'scan_operator',
      [subject({ no_record: 3, gates: [gate('noRecord', 3)] })],
      '数学还有 3 人未扫，核对未扫名单',
    ],
    [
      'some have no sheet, which is only a reminder',
      'school_admin',
      [subject({ no_record: 3 })],
      '数学还有 3 人未扫，核对未扫名单',
    ],
    ['papers wait', 'principal', [marking], '数学还有 120 份待评，查看阅卷进度'],
    [
      'papers wait in one of two',
      'school_admin',
      [done, marking],
      '数学还有 120 份待评，查看阅卷进度',
    ],
    [
      'keys are missing when all is marked',
      'school_admin',
      [subject({ keys_missing: 2, gates: [gate('keys', 2)] })],
      '补上数学 2 道客观题的答案',
    ],
    ['all is marked', 'school_admin', [subject()], '数学进入成绩报表'],
    ['all is done', 'school_admin', [done], '预审并发布成绩'],
    [
      'scores are to be imported',
      'school_admin',
      [subject({ mode: 4, units_total: 0, units_final: 0, gates: [gate('import', 1)] })],
      '导入成绩',
    ],
  ] as const)('%s, for %s', ([, role, subjects, text]) => {
    expect(nextThing(exam([...subjects]), (one) => mayDo(role as Role, one))?.text).toBe(text)
  })

  test('released: the reports, for who reads them, and nothing for who does not', () => {
    const released = exam([done], true)
    expect(nextThing(released, (one) => mayDo('class_teacher', one))).toEqual({
      kind: 'open',
      section: 'reports',
      subjectId: null,
      text: '查看报表',
    })
    expect(nextThing(released, (one) => mayDo('scan_operator', one))).toBe(null)
  })

  test('a step is taken by all subjects whose way is free, and by no other', () => {
    const thing = nextThing(
      exam([subject(), subject({ subject_id: 3, name: '英语', gates: [gate('units', 1)] }), done]),
      (one) => mayDo('school_admin', one),
    )
    expect(thing).toEqual({ kind: 'advance', subjectIds: [2], status: 6, text: '数学进入成绩报表' })
  })
})

describe('section standings', () => {
  test.for([
    [[fresh], 'sheets', 'warn', 1],
    [[fresh], 'scan', 'idle', 0],
    [[fresh], 'settings', 'idle', 0],
    [[subject()], 'sheets', 'ok', 0],
    [[subject({ keys_missing: 2 })], 'sheets', 'warn', 2],
    [[subject({ no_record: 3 })], 'scan', 'busy', 3],
    [[subject({ open_exceptions: 7 }), subject({ open_exceptions: 1 })], 'exceptions', 'warn', 8],
    [[subject({ units_final: 200 })], 'supervision', 'busy', 120],
    [[subject({ gates: [gate('markers', 2), gate('arbitrators', 1)] })], 'settings', 'warn', 3],
    [[done], 'results', 'warn', 1],
    [[done, subject()], 'results', 'idle', 0],
    [[subject({ registered: 0 })], 'students', 'warn', 1],
    // Nobody scans what is imported.
    [[subject({ mode: 4, no_record: 80, open_exceptions: 0 })], 'scan', 'idle', 0],
  ] as const)('case %#: %s', ([subjects, section, state, open]) => {
    expect(sectionStandings(exam([...subjects]))[section]).toEqual({ state, open })
  })

  test('a released exam is done', () => {
    const all = sectionStandings(exam([done], true))
    expect([all.results, all.reports]).toEqual([
      { state: 'ok', open: 0 },
      { state: 'ok', open: 0 },
    ])
  })
})

test.for([
  [[1, 1], ['scoreImport', 'online'], 'scanned and marked'],
  [[4, 4], ['online', 'scan', 'exceptions', 'settings', 'supervision'], 'imported'],
  [[3], ['scoreImport', 'scan', 'exceptions'], 'answered on screen'],
  [[1, 4], ['online'], 'of both kinds'],
  [[1, 3, 4], [], 'of three kinds'],
] as const)('an exam of modes %o has all sections but %o (%s)', ([modes, without]) => {
  const sections = sectionsOfModes(modes)
  expect(sections.filter((one) => (without as readonly string[]).includes(one))).toEqual([])
  expect(sections.length).toBe(11 - without.length)
})
