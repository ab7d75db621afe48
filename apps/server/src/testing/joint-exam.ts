import { createSnapshot } from '@hengjuan/contracts'
import { scoreCandidates } from '../features/scoring/index.ts'
import { seedExam } from './seed-exam.ts'
import { seedSchool, type SeededSchool } from './seed-school.ts'
import type { TestApp, TestClient } from './test-app.ts'
import { seedBureau, type SeededBureau } from './seed-bureau.ts'

const JOINT_EXAM_NAME = '三校联考'

/** City of every school of a joint exam of the tests, in the province 330000. */
export const JOINT_CITY = 330_100

export interface JointSchool extends SeededSchool {
  /** Accounts are `east-admin`, `east-head` and so on. */
  prefix: string
  name: string
  /** What nobody of another school may ever read: the school, its classes, its people and their numbers. */
  secrets: string[]
}

export interface JointExam {
  examId: number
  bureau: SeededBureau
  /** The administrator of the bureau that holds the exam. */
  organiser: TestClient
  schools: JointSchool[]
  snapshotId: number
}

const SCHOOLS = [
  { name: '东湖实验中学', prefix: 'east-', surname: '欧阳', district: 330_102 },
  { name: '西山外国语学校', prefix: 'west-', surname: '慕容', district: 330_106 },
  { name: '南浦第三中学', prefix: 'south-', surname: '司徒', district: 330_106 },
  { name: '北辰高级中学', prefix: 'north-', surname: '诸葛', district: 330_108 },
]
const GIVEN = [
  '一鸣',
  '二川',
  '三秋',
  '四维',
  '五湖',
  '六合',
  '七星',
  '八荒',
  '九思',
  '十洲',
  '百川',
  '千帆',
]

/**
 * A joint exam of a bureau and several schools with released scores. Each school sends its eight students of grade
 * 10; all names and numbers differ between schools, so that whatever shows up in the wrong place is seen.
 *
 * 语文 (1) is full 20: a choice of 5 with key A, a choice of 5 with key AC, a block of 10; 数学 (2) is full 10. The
 * student in place k of school s has 5 + 2 + (k + s) mod 11 and (2k + s) mod 11; the last one of each is absent.
 */
export async function seedJointExam(
  app: TestApp,
  count: 3 | 4 = 3,
  gradeId = 10,
): Promise<JointExam> {
  const { services } = app
  const { db } = services
  const schools: JointSchool[] = []
  for (const [index, plan] of SCHOOLS.slice(0, count).entries())
    schools.push(await seedJointSchool(app, plan, index))
  const bureau = await seedBureau(services, {
    name: '江城市教育考试院',
    region: '330100=浙省/江城市',
    account: 'bureau',
  })
  const seeded = await seedExam(
    db,
    { schoolId: bureau.bureauId, userIds: { admin: bureau.userId } },
    {
      name: JOINT_EXAM_NAME,
      scope: 'joint',
      gradeId,
      subjects: [
        {
          id: 1,
          objective: [
            { no: '1', type: 1, fullMilli: 5000, key: 'A' },
            { no: '2', type: 2, fullMilli: 5000, key: 'AC', missingMilli: 2000 },
          ],
          blocks: [
            { name: '阅读', points: [{ no: '3', fullMilli: 10_000 }], markers: markersOf(schools) },
          ],
        },
        {
          id: 2,
          blocks: [
            { name: '解答', points: [{ no: '1', fullMilli: 10_000 }], markers: markersOf(schools) },
          ],
        },
      ],
      candidates: schools.flatMap((school, s) =>
        school.studentIds.slice(0, 8).map((studentId, k) => ({
          studentId,
          examNo: examNoOf(s, k),
          subjects:
            k === 7
              ? { 1: { attendance: 1 as const }, 2: { attendance: 1 as const } }
              : {
                  1: { answers: ['A', 'A'], finals: [[((k + s) % 11) * 1000]] },
                  2: { finals: [[((2 * k + s) % 11) * 1000]] },
                },
        })),
      ),
    },
  )
  await db.transaction().execute(async (open) => {
    for (const subjectId of [1, 2])
      await scoreCandidates(open, { examId: seeded.examId, subjectId })
  })
  const organiser = await app.signIn('bureau', 'regional_admin')
  const released = await organiser.send(createSnapshot, {
    body: { exam_id: seeded.examId, confirm_name: JOINT_EXAM_NAME },
  })
  if (released.status !== 200) throw new Error(released.error.msg)
  const snapshot = await db
    .selectFrom('exam')
    .where('id', '=', seeded.examId)
    .select('published_snapshot_id')
    .executeTakeFirstOrThrow()
  return {
    examId: seeded.examId,
    bureau,
    organiser,
    schools,
    snapshotId: snapshot.published_snapshot_id ?? 0,
  }
}

/** 3 digits of the school, 5 of the student: `71000001`. */
const examNoOf = (school: number, student: number): string =>
  `7${school + 1}0000${String(student + 1).padStart(2, '0')}`

const markersOf = (schools: readonly JointSchool[]): number[] =>
  schools.map(({ userIds }) => userIds['marker1'] ?? 0)

async function seedJointSchool(
  { services: { db } }: TestApp,
  plan: (typeof SCHOOLS)[number],
  index: number,
): Promise<JointSchool> {
  const { name, prefix, surname, district } = plan
  const school = await seedSchool(db, { name, prefix })
  await db
    .updateTable('school')
    .set({ province_id: 330_000, city_id: JOINT_CITY, district_id: district })
    .where('id', '=', school.schoolId)
    .execute()
  const secrets = [name]
  for (const [at, classId] of school.classIds.entries()) {
    const className = `${name.slice(0, 2)}${at + 1}班`
    await db.updateTable('class').set({ name: className }).where('id', '=', classId).execute()
    secrets.push(className)
  }
  for (const [seat, studentId] of school.studentIds.entries()) {
    const student = { name: `${surname}${GIVEN[seat]}`, student_no: `${5 + index}00${1001 + seat}` }
    await db.updateTable('student').set(student).where('id', '=', studentId).execute()
    secrets.push(student.name, student.student_no)
    if (seat < 8) secrets.push(examNoOf(index, seat))
  }
  for (const [account, userId] of Object.entries(school.userIds)) {
    const person = `${surname}${account}`
    await db.updateTable('user').set({ name: person }).where('id', '=', userId).execute()
    secrets.push(person)
  }
  return { ...school, name, prefix, secrets }
}
