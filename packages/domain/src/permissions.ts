import type { Role } from './role.ts'

const headOfSchool = ['school_admin', 'principal', 'vice_principal', 'academic_director'] as const
const examManagers = [
  'school_admin',
  'academic_director',
  'marking_admin',
  'regional_admin',
] as const
const gradeLeaders = ['grade_director', 'grade_group_leader'] as const
const subjectLeaders = ['subject_leader', 'prep_leader'] as const
const teachers = ['class_teacher', 'subject_teacher', 'marking_teacher'] as const
const regional = ['marking_admin', 'regional_admin', 'researcher', 'research_leader'] as const
const allStaff = [
  ...headOfSchool,
  ...gradeLeaders,
  ...subjectLeaders,
  ...teachers,
  ...regional,
  'scan_operator',
] as const
const everyone = [...allStaff, 'student'] as const

/**
 * What each role may do: permission -> label and roles. Who may do it to which school, exam, subject
 * or class is a second question, answered by the scope of the current role.
 *
 * @source specification, section 6 (groups); the matrix itself is a product decision
 */
export const PERMISSIONS = {
  /** See and change the own account: profile, password, current role. */
  'account.self': { label: '管理本人账号', roles: everyone },
  /** Create accounts, give roles, reset passwords, disable. */
  'account.manage': { label: '管理账号与角色', roles: ['school_admin', 'regional_admin'] },
  /** See the school's name, grades, classes and subjects. */
  'school.read': { label: '查看学校信息', roles: allStaff },
  /** Change the school's settings, classes and subjects. */
  'school.manage': { label: '管理学校信息', roles: ['school_admin', 'academic_director'] },
  /** Move the whole school into the next school year, and take it back. */
  'people.promote': { label: '升级学年', roles: ['school_admin', 'academic_director'] },
  /** See lists of students. */
  'student.read': {
    label: '查看学生',
    roles: [
      ...headOfSchool,
      ...gradeLeaders,
      ...subjectLeaders,
      'class_teacher',
      'subject_teacher',
      // Whoever holds a joint exam keeps its list; a bureau has no students of its own.
      'marking_admin',
      'regional_admin',
    ],
  },
  /** Add, change, move and remove students. */
  'student.manage': { label: '管理学生', roles: ['school_admin', 'academic_director'] },
  /** See lists of staff. */
  'staff.read': {
    label: '查看教师',
    roles: [...headOfSchool, ...gradeLeaders, ...subjectLeaders, ...regional, 'marking_teacher'],
  },
  /** Add, change and remove staff, and who teaches what. */
  'staff.manage': { label: '管理教师', roles: ['school_admin', 'academic_director'] },
  /** See exams, their subjects, steps and progress. */
  'exam.read': { label: '查看考试', roles: allStaff },
  /** Create, change, move on, roll back and delete exams. */
  'exam.manage': { label: '管理考试', roles: examManagers },
  /** Look through scores and lists of the own class or school when asked to. */
  'exam.answer': {
    label: '核对本班或本校的成绩与缺考',
    roles: [...headOfSchool, 'class_teacher', 'marking_admin', 'regional_admin'],
  },
  /** Decide who sits an exam, exam numbers and attendance. */
  'roster.manage': { label: '管理考生名单', roles: examManagers },
  /** See answer sheets and their templates; the scanning station downloads them. */
  'sheet.read': {
    label: '查看答题卡',
    roles: [
      ...headOfSchool,
      ...gradeLeaders,
      ...subjectLeaders,
      ...teachers,
      ...regional,
      'scan_operator',
    ],
  },
  /** Design, lock, share and publish answer sheets, set keys and marking blocks. */
  'sheet.design': { label: '设计答题卡', roles: [...examManagers, ...subjectLeaders] },
  /** Release online exams, watch who answers, give codes and time. */
  'pad.manage': { label: '管理线上考试', roles: examManagers },
  /** Answer online exams. */
  'pad.answer': { label: '线上作答', roles: ['student'] },
  /** Open batches and upload scanned sheets. */
  'scan.operate': { label: '扫描答题卡', roles: ['scan_operator', ...examManagers] },
  /** Settle scan exceptions: identity, choices, position, absence, duplicates. */
  'exception.handle': { label: '处理扫描异常', roles: ['scan_operator', ...examManagers] },
  /** Mark papers of the blocks that one is assigned to. */
  'marking.mark': {
    label: '阅卷',
    roles: [...gradeLeaders, ...subjectLeaders, ...teachers],
  },
  /** Hear of messages, notes and rubrics of the blocks that one marks, leads or supervises. */
  'marking.follow': { label: '接收阅卷消息', roles: allStaff },
  /**
   * Decide papers whose readings disagree, in the blocks that one leads; and do there what the calls for leaders
   * allow beside `marking.supervise`.
   */
  'marking.arbitrate': {
    label: '仲裁',
    roles: [...gradeLeaders, ...subjectLeaders, ...teachers, 'academic_director', 'marking_admin'],
  },
  /** Set modes, tolerances, markers, quotas; open, pause, reset and close blocks. */
  'marking.setup': { label: '设置阅卷任务', roles: [...examManagers, ...subjectLeaders] },
  /** Watch progress and statistics of markers, spot-check, reject, settle problem papers. */
  'marking.supervise': {
    label: '监管阅卷',
    roles: [...headOfSchool, ...gradeLeaders, ...subjectLeaders, 'marking_admin', 'regional_admin'],
  },
  /** Let somebody who read a paper arbitrate it. @source domain rules 3.3 */
  'marking.override': {
    label: '指定评阅过的教师仲裁',
    roles: ['school_admin', 'regional_admin'],
  },
  /** See papers that speak of danger to a student, and note what was done. @source domain rules 6.2 */
  'risk.handle': { label: '处理情绪或安全风险试卷', roles: ['school_admin'] },
  /** See unpublished scores and the checklist, inspect and correct scores. */
  'score.preview': {
    label: '预审成绩',
    roles: [...headOfSchool, 'marking_admin', 'regional_admin'],
  },
  /** Publish, withdraw and roll back results. */
  'score.publish': { label: '发布成绩', roles: examManagers },
  /** Read released reports within one's scope. */
  'report.read': {
    label: '查看报表',
    roles: [...headOfSchool, ...gradeLeaders, ...subjectLeaders, ...teachers, ...regional],
  },
  /** Export released reports within one's scope. */
  'report.export': {
    label: '导出报表',
    roles: [
      ...headOfSchool,
      ...gradeLeaders,
      ...subjectLeaders,
      'class_teacher',
      'subject_teacher',
      ...regional,
    ],
  },
  /** Change rank visibility, rates and other report settings. */
  'report.configure': { label: '设置报表', roles: examManagers },
  /** Say by which stage's rules results are shown, and what students see of them. */
  'report.policy': { label: '设置学段口径', roles: ['school_admin', 'regional_admin'] },
  /** Query the own released scores. */
  'student.score': { label: '查询本人成绩', roles: ['student'] },
  /** See the schools of the own region, and the exams that these share. */
  'region.read': { label: '查看辖区', roles: regional },
  /** Hear how much room the disks of the server have. */
  'server.watch': { label: '查看服务器状态', roles: ['school_admin', 'regional_admin'] },
  /** Change what holds for the whole server; beside the role it takes being the server's administrator. */
  'server.manage': { label: '管理服务器', roles: ['school_admin', 'regional_admin'] },
  /** Read the record of who saw and changed what. */
  'audit.read': { label: '查看操作记录', roles: ['school_admin', 'principal', 'regional_admin'] },
} as const satisfies Record<string, { label: string; roles: readonly Role[] }>

export type Permission = keyof typeof PERMISSIONS

export const PERMISSION_CODES = Object.keys(PERMISSIONS) as Permission[]

/** Whether the current role holds a permission. Only the current role counts, never all roles of a person. */
export const mayDo = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission].roles as readonly Role[]).includes(role)

/** All that a role may do, in the order of the matrix. */
export const permissionsOf = (role: Role): Permission[] =>
  PERMISSION_CODES.filter((permission) => mayDo(role, permission))

/** The roles that hold a permission, for explaining a refusal. */
export const rolesThatMay = (permission: Permission): readonly Role[] =>
  PERMISSIONS[permission].roles

/**
 * Whether this account is the marking-management account, the super admin of the specification.
 * Compared by configured id, never by display name.
 */
export const isSuperAdmin = <Id>(accountId: Id, configuredId: Id | null): boolean =>
  configuredId !== null && accountId === configuredId
