import { resetStudentPassword, studentList } from '@hengjuan/contracts'
import { gradeLabel } from '@hengjuan/domain'
import { type Account, ownAccount, signIn } from './account.ts'
import { GRADES } from './people.ts'
import { type DemoExam, enterExam, enterSchool, SUBJECTS } from './school.ts'
import { type Stage, type School, serverOf } from './demo-stage.ts'

/** Leaders who arbitrate, by subject. */
export const LEADERS: Record<number, string> = { 1: 'leader-zh', 2: 'leader', 3: 'leader-en' }

const MARKERS = ['marker1', 'marker2', 'marker3', 'marker4']

/** Enters the school, its people and two exams. */
export async function enterEverything(stage: Stage, studentsAnExam = 80): Promise<School> {
  const at = serverOf(stage)
  const admin = await signIn(at, 'admin')
  let end = stage.progress.phase('录入学校、学生与教师')
  const { students, classIds } = await enterSchool(at, admin, 7, (done, total) => {
    if (done % 20 === 0) stage.progress.detail(`学生 ${done} / ${total}`)
  })
  await openStudentAccount(at, admin, students[0]?.student_no ?? '')
  end(`${students.length} 名学生`)

  end = stage.progress.phase('创建考试、考号与答题卡')
  const director = await signIn(at, 'director')
  const exams: DemoExam[] = []
  for (const { grade_id } of GRADES)
    exams.push(
      await enterExam(director, {
        name: `${gradeLabel(grade_id)}年级 2026—2027 学年第一学期期中考试`,
        gradeId: grade_id,
        date: '2026-11-12',
        students: students
          .filter((student) => student.grade_id === grade_id)
          .slice(0, studentsAnExam),
        classIds,
      }),
    )
  end(`${exams.length} 场考试 × ${SUBJECTS.length} 科`)
  const people = (accounts: readonly string[]) =>
    Promise.all(accounts.map((account) => signIn(at, account)))
  return {
    admin,
    director,
    markers: await people(MARKERS),
    leaders: await people(Object.values(LEADERS)),
    exams,
    students,
    classIds,
  }
}

async function openStudentAccount(
  server: () => string,
  admin: Account,
  studentNo: string,
): Promise<void> {
  const { list } = await admin.call(studentList, { query: { keyword: studentNo } })
  const student = list.find(({ student_no }) => student_no === studentNo)
  if (!student) throw new Error(`no student ${studentNo}`)
  const { account, initial_password } = await admin.call(resetStudentPassword, {
    body: { student_id: student.student_id },
  })
  await ownAccount(server, account, initial_password)
}
