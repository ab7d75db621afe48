import type { Role } from '@hengjuan/domain'
import { type Random, randomOf } from './random.ts'

export interface DemoStudent {
  grade_id: number
  class_name: string
  student_no: string
  name: string
  gender: '男' | '女'
  /** Latent ability, mean 0, standard deviation 1: what the simulated answers follow. */
  ability: number
}

export interface DemoStaff {
  account: string
  name: string
  role: Role
  /** Grades, classes (by name) and subjects that the role reaches; `all` by default. */
  grades?: number[]
  classes?: string[]
  subjects?: number[]
  /** What the account is for, in the table printed at the start; others are not printed. */
  shown?: string
}

export const GRADES = [
  { grade_id: 10, classes: ['高一(1)班', '高一(2)班'] },
  { grade_id: 11, classes: ['高二(1)班', '高二(2)班'] },
] as const
const STUDENTS_A_CLASS = 40
/** The first class of a grade is a little better than the second, by as much of a deviation. */
const CLASS_LEAD = 0.25

/** The most frequent family names, roughly by frequency: the list repeats the commoner ones. */
const FAMILY = [
  ...'王李张刘陈王李张刘陈王李张杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文',
  '欧阳',
  '上官',
]
const GIVEN_BOTH = [...'文晨宇睿思嘉子一安然佳明晓乐心悦清逸若书云天知行景']
const GIVEN_BOYS = [...'浩轩博涛杰俊鹏飞宏毅强磊鑫凯峰志远航泽昊阳辰霖铭']
const GIVEN_GIRLS = [...'雨涵欣怡梦琪诗婷雅静雪莹琳妍萱倩颖慧敏瑶彤蕾璇桐']

function nameOf(random: Random, gender: '男' | '女'): string {
  const own = gender === '男' ? GIVEN_BOYS : GIVEN_GIRLS
  const family = random.pick(FAMILY)
  if (random.chance(0.12)) return family + random.pick(own)
  const [first, second] = random.chance(0.5)
    ? [random.pick(GIVEN_BOTH), random.pick(own)]
    : [random.pick(own), random.pick(GIVEN_BOTH)]
  return family + first + second
}

/** 160 students in 4 classes of 2 grades; the same for the same seed. Namesakes occur, as they do. */
export function demoStudents(seed: number): DemoStudent[] {
  const random = randomOf(`students-${seed}`)
  return GRADES.flatMap(({ grade_id, classes }) =>
    classes.flatMap((class_name, classIndex) =>
      Array.from({ length: STUDENTS_A_CLASS }, (_, index): DemoStudent => {
        const gender = random.chance(0.5) ? '男' : '女'
        const entered = 2026 - (grade_id - 10)
        return {
          grade_id,
          class_name,
          student_no: `${entered}${String(classIndex + 1).padStart(2, '0')}${String(index + 1).padStart(2, '0')}`,
          name: nameOf(random, gender),
          gender,
          ability: random.normal() + (classIndex === 0 ? CLASS_LEAD : -CLASS_LEAD) / 2,
        }
      }),
    ),
  )
}

const [SENIOR_ONE, SENIOR_TWO] = GRADES

const CLASS_TEACHERS = [
  ['class2', '高志远', SENIOR_ONE.grade_id, SENIOR_ONE.classes[1]],
  ['class3', '苏婉清', SENIOR_TWO.grade_id, SENIOR_TWO.classes[0]],
  ['class4', '程立群', SENIOR_TWO.grade_id, SENIOR_TWO.classes[1]],
] as const

/** One person for every role of the specification, a class teacher for every class, the operator and the markers. */
export function demoStaff(): DemoStaff[] {
  return [
    { account: 'admin', name: '周国栋', role: 'school_admin', shown: '学校管理员' },
    { account: 'operator', name: '孙小梅', role: 'scan_operator', shown: '扫描员' },
    { account: 'director', name: '郑文博', role: 'academic_director', shown: '教务主任' },
    { account: 'principal', name: '何建国', role: 'principal' },
    { account: 'viceprincipal', name: '罗海燕', role: 'vice_principal' },
    { account: 'grade10', name: '宋立新', role: 'grade_director', grades: [10] },
    { account: 'grade11', name: '梁志强', role: 'grade_director', grades: [11] },
    { account: 'group10', name: '邓丽华', role: 'grade_group_leader', grades: [10] },
    {
      account: 'class1',
      name: '林晓静',
      role: 'class_teacher',
      grades: [10],
      classes: [SENIOR_ONE.classes[0]],
      shown: '班主任（高一(1)班）',
    },
    ...CLASS_TEACHERS.map(([account, name, grade, class_name]): DemoStaff => ({
      account,
      name,
      role: 'class_teacher',
      grades: [grade],
      classes: [class_name],
    })),
    {
      account: 'leader',
      name: '吴敬之',
      role: 'subject_leader',
      subjects: [2],
      shown: '题组长（数学）',
    },
    { account: 'leader-zh', name: '冯雅琴', role: 'subject_leader', subjects: [1] },
    { account: 'leader-en', name: '萧楚楚', role: 'prep_leader', grades: [10, 11], subjects: [3] },
    { account: 'marker1', name: '陈思远', role: 'marking_teacher', shown: '阅卷教师' },
    { account: 'marker2', name: '李慧敏', role: 'marking_teacher', shown: '阅卷教师' },
    { account: 'marker3', name: '张凯', role: 'marking_teacher', shown: '阅卷教师' },
    { account: 'marker4', name: '赵若云', role: 'marking_teacher', shown: '阅卷教师' },
    {
      account: 'teacher1',
      name: '许航',
      role: 'subject_teacher',
      grades: [11],
      classes: [...SENIOR_TWO.classes],
      subjects: [2],
    },
    { account: 'markingadmin', name: '彭程', role: 'marking_admin' },
    { account: 'region', name: '曾庆华', role: 'regional_admin' },
    { account: 'researcher', name: '蒋一鸣', role: 'researcher', subjects: [2] },
    { account: 'researchlead', name: '袁书云', role: 'research_leader', subjects: [2] },
  ]
}
