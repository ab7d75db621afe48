import {
  candidateAdd,
  createSnapshot,
  examCreate,
  examCreateConfirm,
  scoreImportConfirm,
  scoreImportStatus,
  scoreUpload,
} from '@hengjuan/contracts'
import { gradeLabel } from '@hengjuan/domain'
import type { Account } from './account.ts'
import { abilityIn } from './item-model.ts'
import type { DemoStudent } from './people.ts'
import { randomOf } from './random.ts'
import { examNumbers, idOf, SUBJECTS } from './school.ts'

/** Exams that the school sat before it had the platform: their scores come from a table. */
const EARLIER = [
  { label: '9 月月考', date: '2026-09-24', mean: 0.64 },
  { label: '10 月月考', date: '2026-10-22', mean: 0.67 },
]
const MONTHLY = 2
const IMPORTED = 4
const FULL = 150
/** Deviation of a total as a part of the full mark; how much of an ability a day takes away or adds. */
const DEVIATION = 0.15
const FORM_OF_THE_DAY = 0.35
const AWAY = 0.01

/** Enters and releases the exams of a grade before the present one. @returns how many */
export async function enterEarlierExams(
  director: Account,
  plan: {
    gradeId: number
    students: readonly DemoStudent[]
    classIds: ReadonlyMap<string, number>
  },
): Promise<number> {
  const schoolId = director.user.school_id
  if (schoolId === null) throw new Error('the director has no school')
  for (const { label, date, mean } of EARLIER) {
    const name = `${gradeLabel(plan.gradeId)}年级 ${label}`
    const classNames = [...new Set(plan.students.map(({ class_name }) => class_name))]
    const { exam_id } = await director.call(examCreate, {
      params: { schoolId },
      body: {
        name,
        type: MONTHLY,
        mode: IMPORTED,
        grade_id: plan.gradeId,
        start_date: date,
        class_ids: classNames.map((one) => idOf(plan.classIds, one)),
        subject_ids: SUBJECTS.map(({ id }) => id),
        subject_fulls: Object.fromEntries(SUBJECTS.map(({ id }) => [id, FULL * 1000])),
      },
    })
    const candidates = examNumbers(plan.students, plan.gradeId)
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
    await director.call(examCreateConfirm, { body: { exam_id } })
    const rows = candidates.map((one) => [
      one.examNo,
      one.name,
      ...SUBJECTS.map(({ id }) => {
        const luck = randomOf(`${name}/${id}/${one.examNo}`)
        if (luck.chance(AWAY)) return '缺考'
        const share = mean + DEVIATION * (abilityIn(one, id) + FORM_OF_THE_DAY * luck.normal())
        return String(Math.round(FULL * Math.min(0.98, Math.max(0.12, share)) * 2) / 2)
      }),
    ])
    await importTable(director, exam_id, [
      ['考号', '姓名', ...SUBJECTS.map((subject) => subject.name)],
      ...rows,
    ])
    const subject_ids = SUBJECTS.map(({ id }) => id)
    await director.call(scoreImportConfirm, {
      body: { exam_id, subject_ids, finished: true, no_record: 'absent' },
    })
    await director.call(createSnapshot, { body: { exam_id, confirm_name: name } })
  }
  return EARLIER.length
}

export async function importTable(
  director: Account,
  examId: number,
  rows: readonly (readonly string[])[],
): Promise<void> {
  const file = new FormData()
  file.set('file', new Blob([rows.map((row) => row.join(',')).join('\r\n')]), '成绩.csv')
  const { batch_id } = await director.call(
    scoreUpload,
    { query: { exam_id: examId } },
    { payload: file },
  )
  for (;;) {
    const { state, report_url } = await director.call(scoreImportStatus, { query: { batch_id } })
    if (state === 'ready') break
    if (state !== 'checking') throw new Error(`the table of scores is ${state}: ${report_url}`)
    await new Promise((resume) => setTimeout(resume, 100))
  }
  await director.call(scoreImportConfirm, { body: { batch_id } })
}
