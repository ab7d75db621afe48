import {
  candidateAdd,
  examCreate,
  schoolClasses,
  sheetSave,
  staffAdd,
  studentAdd,
} from '@hengjuan/contracts'
import { isRegionalRole } from '@hengjuan/domain'
import { sampleDesigns, sampleKeys, type SampleSubject } from '@hengjuan/sheet'
import { type Account, ownAccount } from './account.ts'
import { demoStaff, demoStudents, type DemoStudent } from './people.ts'

export const SCHOOL = { name: '衡水市明德中学', shortName: '明德中学' }
export const REGION = '131102=河北省/衡水市/桃城区'
export const BUREAU = '桃城区教育局'

export interface DemoSubject {
  id: number
  name: string
  sample: SampleSubject
}

export const SUBJECTS: readonly DemoSubject[] = [
  { id: 1, name: '语文', sample: 'chinese' },
  { id: 2, name: '数学', sample: 'mathematics' },
  { id: 3, name: '英语', sample: 'english' },
]

export interface DemoExam {
  examId: number
  name: string
  gradeId: number
  /** In exam-number order. */
  candidates: (DemoStudent & { examNo: string })[]
  /** By subject id. */
  sheets: Map<number, { sheetId: number; code: number; templateId: string }>
}

/** Enters classes, students and staff, one by one through the calls that the portal uses. */
export async function enterSchool(
  server: () => string,
  admin: Account,
  seed: number,
  progress: (done: number, total: number) => void,
): Promise<{ students: DemoStudent[]; classIds: Map<string, number> }> {
  const students = demoStudents(seed)
  for (const [index, student] of students.entries()) {
    const { student_no, name, gender, grade_id, class_name } = student
    await admin.call(studentAdd, { body: { student_no, name, gender, grade_id, class_name } })
    progress(index + 1, students.length)
  }
  const classes = await admin.call(schoolClasses, { query: {} })
  const classIds = new Map(classes.map((one) => [one.name, one.class_id]))
  for (const person of demoStaff()) {
    // The first admin and the regional accounts were made with the school.
    if (person.role === 'school_admin' || isRegionalRole(person.role)) continue
    const { initial_password } = await admin.call(staffAdd, {
      body: {
        account: person.account,
        name: person.name,
        roles: [
          {
            role: person.role,
            grade_ids: person.grades ?? 'all',
            class_ids: person.classes?.map((name) => idOf(classIds, name)) ?? 'all',
            subject_ids: person.subjects ?? 'all',
          },
        ],
        ...(person.role === 'subject_teacher'
          ? {
              teaching: (person.classes ?? []).flatMap((name) =>
                (person.subjects ?? []).map((subject_id) => ({
                  class_id: idOf(classIds, name),
                  subject_id,
                })),
              ),
            }
          : {}),
      },
    })
    await ownAccount(server, person.account, initial_password)
  }
  return { students, classIds }
}

export function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`no class ${name}`)
  return id
}

/** Number, room and seat in an exam, in the order of the list. */
export const examNumbers = (students: readonly DemoStudent[], gradeId: number) =>
  students.map((student, index) => ({
    ...student,
    examNo: `26${gradeId}${String(index + 1).padStart(4, '0')}`,
    room_no: String(Math.floor(index / 30) + 1).padStart(2, '0'),
    seat_no: String((index % 30) + 1).padStart(2, '0'),
  }))

/** Creates an exam of three subjects with exam numbers, sheets and keys. */
export async function enterExam(
  director: Account,
  plan: {
    name: string
    gradeId: number
    date: string
    students: readonly DemoStudent[]
    classIds: ReadonlyMap<string, number>
  },
): Promise<DemoExam> {
  const schoolId = director.user.school_id
  if (schoolId === null) throw new Error('the director has no school')
  const members = plan.students
  const classNames = [...new Set(members.map(({ class_name }) => class_name))]
  const { exam_id } = await director.call(examCreate, {
    params: { schoolId },
    body: {
      name: plan.name,
      type: 3,
      mode: 1,
      grade_id: plan.gradeId,
      start_date: plan.date,
      class_ids: classNames.map((name) => idOf(plan.classIds, name)),
      subject_ids: SUBJECTS.map(({ id }) => id),
    },
  })
  const candidates = examNumbers(members, plan.gradeId)
  await director.call(candidateAdd, {
    body: {
      exam_id,
      students: candidates.map(({ student_no, examNo, room_no, seat_no }) => ({
        student_no,
        exam_no: examNo,
        room_no,
        seat_no,
      })),
    },
  })
  const sheets: DemoExam['sheets'] = new Map()
  for (const { id, sample } of SUBJECTS) {
    const { title, subjectName, paper, examNoDigits, numberStyle, notices, sections } =
      sampleDesigns[sample]
    const saved = await director.call(sheetSave, {
      body: {
        exam_id,
        subject_id: id,
        name: `${plan.name} ${subjectName}`,
        design: {
          title,
          subjectName,
          paper,
          examNoDigits,
          numberStyle,
          notices,
          sections,
        },
        keys: sampleKeys[sample],
        // The multiple choices of the mathematics paper: two points for a part of the right options.
        rules: sample === 'mathematics' ? partialRules() : {},
      },
    })
    sheets.set(id, {
      sheetId: saved.sheet_id,
      code: saved.sheet_code,
      templateId: saved.template_id,
    })
  }
  return { examId: exam_id, name: plan.name, gradeId: plan.gradeId, candidates, sheets }
}

export const PARTIAL_MILLI = 2000
const partialRules = () =>
  Object.fromEntries(['9', '10', '11', '12'].map((no) => [no, { missing_milli: PARTIAL_MILLI }]))
