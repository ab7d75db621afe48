import { expect, test } from 'vitest'
import { explain, type ExplainFacts } from './explain.ts'

const admin = { userId: 1, name: '周国栋', role: 'school_admin' as const }
const director = { userId: 2, name: '郑文博', role: 'academic_director' as const }
const base: ExplainFacts = {
  role: 'subject_teacher',
  otherRoles: [],
  permission: 'report.read',
  managers: [admin],
  publishers: [director],
  configurers: [director],
}
const out = (own: string) => ({ isWithin: false, own })
const within = { isWithin: true, own: '全校' }
const closed = { isReleased: false, needsRelease: true }
const hidden = { isShown: false, setBy: '郑文博 于 3月1日设置', isPolicy: false }
const policy = { isShown: false, setBy: null, isPolicy: true }

/** The facts that differ from a subject teacher who reads reports; the reasons, and who can help with the last. */
const REFUSALS: [Partial<ExplainFacts>, string, string, RegExp][] = [
  [{ role: null }, 'SIGN_IN', '', /没有登录/],
  [{ role: null, school: out('') }, 'SIGN_IN', '', /登录/],
  [{ permission: 'score.publish' }, 'NO_PERMISSION', '周国栋', /任课教师身份不含「发布成绩」/],
  [{ permission: 'exam.manage' }, 'NO_PERMISSION', '周国栋', /不含「管理考试」/],
  [{ permission: 'staff.manage' }, 'NO_PERMISSION', '周国栋', /学校管理员、教务主任可以/],
  [{ permission: 'audit.read' }, 'NO_PERMISSION', '周国栋', /查看操作记录/],
  [{ role: 'student', permission: 'report.read' }, 'NO_PERMISSION', '周国栋', /学生身份不含/],
  [{ role: 'scan_operator', permission: 'report.read' }, 'NO_PERMISSION', '周国栋', /扫描员/],
  [{ role: 'marking_teacher', permission: 'report.export' }, 'NO_PERMISSION', '周国栋', /导出报表/],
  [{ role: 'principal', permission: 'score.publish' }, 'NO_PERMISSION', '周国栋', /校长身份/],
  [
    { permission: 'score.publish', otherRoles: ['academic_director'] },
    'OTHER_ROLE',
    '',
    /还有教务主任身份/,
  ],
  [{ permission: 'exception.handle', otherRoles: ['scan_operator'] }, 'OTHER_ROLE', '', /扫描员/],
  [
    { permission: 'student.score', otherRoles: ['class_teacher', 'student'] },
    'OTHER_ROLE',
    '',
    /切换后可用/,
  ],
  [
    { permission: 'score.publish', otherRoles: ['class_teacher'] },
    'NO_PERMISSION',
    '周国栋',
    /任课教师/,
  ],
  [{ school: out('明德中学') }, 'SCHOOL', '周国栋', /学校范围是明德中学/],
  [{ school: out('') }, 'SCHOOL', '周国栋', /还没有分配学校/],
  [{ grade: out('高一') }, 'GRADE', '周国栋', /年级范围是高一/],
  [{ grade: out('') }, 'GRADE', '周国栋', /还没有分配年级/],
  [{ class: out('高一(1)班、高一(2)班') }, 'CLASS', '周国栋', /高一\(1\)班、高一\(2\)班/],
  [{ class: out('') }, 'CLASS', '周国栋', /还没有分配班级/],
  [{ subject: out('数学') }, 'SUBJECT', '周国栋', /学科范围是数学/],
  [{ subject: out('') }, 'SUBJECT', '周国栋', /还没有分配学科/],
  [{ grade: out('高一'), class: out('高一(1)班') }, 'GRADE CLASS', '周国栋', /高一/],
  [{ exam: closed }, 'NOT_RELEASED', '郑文博', /成绩尚未发布/],
  [
    { role: 'student', permission: 'student.score', exam: closed },
    'NOT_RELEASED',
    '郑文博',
    /尚未/,
  ],
  [{ class: out('高一(1)班'), exam: closed }, 'CLASS NOT_RELEASED', '郑文博', /尚未发布/],
  [{ ranks: hidden }, 'SCHOOL_SETTING', '郑文博', /不向教师显示排名（郑文博 于 3月1日设置）/],
  [
    { role: 'student', permission: 'student.score', ranks: { ...hidden, setBy: null } },
    'SCHOOL_SETTING',
    '郑文博',
    /不向学生显示排名$/,
  ],
  [
    { role: 'student', permission: 'student.score', ranks: policy },
    'POLICY',
    '郑文博',
    /一至九年级默认不向学生显示排名/,
  ],
  [{ exam: closed, ranks: hidden }, 'NOT_RELEASED SCHOOL_SETTING', '郑文博', /学校设置/],
  [
    { permission: 'report.configure', otherRoles: ['school_admin'], subject: out('数学') },
    'OTHER_ROLE SUBJECT',
    '周国栋',
    /数学/,
  ],
  [
    { permission: 'score.publish', grade: out('高一'), exam: closed, ranks: policy },
    'NO_PERMISSION GRADE NOT_RELEASED POLICY',
    '郑文博',
    /默认不向教师/,
  ],
]

test('explain: there are at least thirty refusals to look at', () => {
  expect(REFUSALS.length).toBeGreaterThanOrEqual(30)
})

test.for(REFUSALS)('explain: %o is refused by %s, %s can help', ([facts, codes, helper, words]) => {
  const reasons = explain({ ...base, ...facts })
  const last = reasons.at(-1)
  expect(reasons.map(({ code }) => code).join(' ')).toBe(codes)
  expect(last?.text).toMatch(words)
  expect(last?.who.map(({ name }) => name).join('、')).toBe(helper)
  // Each says what is to be done.
  expect(reasons.every(({ action }) => action !== '')).toBe(true)
})

test.for<Partial<ExplainFacts>>([
  {},
  { school: within, grade: within, class: within, subject: within },
  { exam: { isReleased: true, needsRelease: true } },
  { exam: { isReleased: false, needsRelease: false } },
  { ranks: { isShown: true, setBy: null, isPolicy: false } },
])('explain: nothing stands against %o', (facts) => {
  expect(explain({ ...base, ...facts })).toEqual([])
})
