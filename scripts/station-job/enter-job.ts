import {
  candidateAdd,
  examCreate,
  schoolClasses,
  sheetDetail,
  sheetSave,
  staffAdd,
  studentAdd,
} from '@hengjuan/contracts'
import { sampleDesigns, sampleKeys, type SampleSubject, type SheetGeometry } from '@hengjuan/sheet'
import { ownAccount, signIn } from '../demo/account.ts'
import { demoStaff } from '../demo/people.ts'

/** An exam of one subject, ready to be scanned. */
export interface StationJob {
  examId: number
  subjectId: number
  geometry: SheetGeometry
  /** Numbers of the candidates, in order. */
  examNos: string[]
}

const GRADE = 10
const CLASS = '高一(1)班'
const SUBJECT_IDS = { chinese: 1, mathematics: 2, english: 3 } as const

/** Enters a school, an exam and so many candidates through the calls that the portal uses. */
export async function enterJob(
  server: () => string,
  options: { candidates: number; sample: keyof typeof SUBJECT_IDS & SampleSubject },
): Promise<StationJob> {
  const admin = await signIn(server, 'admin')
  const numbers = Array.from({ length: options.candidates }, (_, at) => at + 1)
  for (const number of numbers)
    await admin.call(studentAdd, {
      body: {
        student_no: studentNo(number),
        name: `考生${number}`,
        gender: number % 2 === 0 ? '男' : '女',
        grade_id: GRADE,
        class_name: CLASS,
      },
    })
  for (const { account, name, role } of demoStaff().filter(({ account: each }) =>
    ['director', 'operator'].includes(each),
  )) {
    const { initial_password } = await admin.call(staffAdd, {
      body: {
        account,
        name,
        roles: [{ role, grade_ids: 'all', class_ids: 'all', subject_ids: 'all' }],
      },
    })
    await ownAccount(server, account, initial_password)
  }
  const director = await signIn(server, 'director')
  const schoolId = director.user.school_id
  if (schoolId === null) throw new Error('the director has no school')
  const classes = await admin.call(schoolClasses, { query: {} })
  const subjectId = SUBJECT_IDS[options.sample]
  const { exam_id } = await director.call(examCreate, {
    params: { schoolId },
    body: {
      name: '扫描站考试',
      type: 3,
      mode: 1,
      grade_id: GRADE,
      start_date: '2026-11-12',
      class_ids: classes.map(({ class_id }) => class_id),
      subject_ids: [subjectId],
    },
  })
  const examNos = numbers.map((number) => `26${GRADE}${String(number).padStart(4, '0')}`)
  await director.call(candidateAdd, {
    body: {
      exam_id,
      students: numbers.map((number, at) => ({
        student_no: studentNo(number),
        exam_no: examNos[at] ?? '',
        room_no: '01',
        seat_no: String((number % 99) + 1).padStart(2, '0'),
      })),
    },
  })
  const design = sampleDesigns[options.sample]
  const { title, subjectName, paper, examNoDigits, notices, sections } = design
  const saved = await director.call(sheetSave, {
    body: {
      exam_id,
      subject_id: subjectId,
      name: subjectName,
      design: {
        title,
        subjectName,
        paper,
        examNoDigits,
        numberStyle: 'bubble',
        notices,
        sections,
      },
      keys: sampleKeys[options.sample],
      rules: {},
    },
  })
  const detail = await director.call(sheetDetail, { query: { sheet_id: saved.sheet_id } })
  return { examId: exam_id, subjectId, geometry: detail.geometry as SheetGeometry, examNos }
}

const studentNo = (number: number): string => `2026${String(number).padStart(5, '0')}`
