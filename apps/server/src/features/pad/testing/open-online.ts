import {
  examCreate,
  examStatus,
  type InputOf,
  padEnter,
  padRelease,
  padSave,
  sheetSave,
} from '@hengjuan/contracts'
import type { TestApp, TestClient } from '../../../testing/index.ts'

const MATHS = 2
type Design = InputOf<typeof sheetSave>['body']['design']

/** Two choices of which one takes several, a filled blank in a block with an essay, and an essay of its own. */
const design: Design = {
  title: '线上月考',
  subjectName: '数学',
  paper: 'A4',
  examNoDigits: 8,
  numberStyle: 'bubble',
  notices: [],
  sections: [
    {
      title: '一、选择题',
      questions: [
        {
          no: '1',
          type: 1,
          fullMilli: 4000,
          optionCount: 4,
          stem: '最小的质数是\nA. 0\nB. 1\nC. 2\nD. 3',
        },
        {
          no: '2',
          type: 2,
          fullMilli: 6000,
          optionCount: 4,
          stem: '偶数有\nA. 1\nB. 2\nC. 3\nD. 4',
        },
      ],
    },
    {
      title: '二、解答题',
      questions: [
        { no: '3', type: 3, fullMilli: 5000, blockKey: 'first', blanks: 2, stem: '填空' },
        { no: '4', type: 4, fullMilli: 10_000, blockKey: 'first', stem: '解答' },
        { no: '5', type: 4, fullMilli: 15_000, blockKey: 'second', stem: '证明' },
      ],
    },
  ],
}

type Release = Partial<InputOf<typeof padRelease>['body']>

/** An online exam of the first class, with its table and its candidates; each of these has an account. */
export async function openOnline(app: TestApp) {
  const { services, school } = app
  const { db } = services
  const admin = await app.signIn('admin')
  const { data } = await admin.send(examCreate, {
    params: { schoolId: school.schoolId },
    body: {
      name: '线上月考',
      type: 2,
      mode: 3,
      grade_id: 10,
      start_date: '2026-11-20',
      class_ids: school.classIds.slice(0, 1),
      subject_ids: [MATHS],
    },
  })
  const at = { exam_id: data.exam_id, subject_id: MATHS }
  await admin.send(sheetSave, { body: { ...at, design, keys: { 1: ['C'], 2: ['B', 'D'] } } })
  const students = await db
    .selectFrom('student')
    .where('class_id', '=', school.classIds[0] ?? 0)
    .selectAll()
    .orderBy('student_no')
    .execute()
  const candidateIds: number[] = []
  for (const [index, student] of students.entries()) {
    const { id } = await db
      .insertInto('candidate')
      .values({
        exam_id: at.exam_id,
        student_id: student.id,
        school_id: school.schoolId,
        class_id: student.class_id,
        exam_no: `2610010${index + 1}`,
        name: student.name,
        name_pinyin: student.name_pinyin,
        room_no: null,
        seat_no: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    candidateIds.push(id)
    await db
      .insertInto('candidate_subject')
      .values({ ...at, candidate_id: id } as never)
      .execute()
    if (index > 0) await addAccount(app, student.id, `student${index + 1}`)
  }
  const step = (status: number, known: string[] = []) =>
    admin.send(examStatus, { body: { ...at, status, known } })
  await step(2)
  const release = (change: Release = {}, by = admin) =>
    by.send(padRelease, {
      body: {
        ...at,
        starts_at: '2026-11-20T01:00:00.000Z',
        ends_at: '2026-11-20T03:00:00.000Z',
        minutes: null,
        late_limit_minutes: null,
        entry: 'account',
        shuffle_options: false,
        shuffle_items: false,
        allow_photo: true,
        show_after: 'nothing',
        version: 0,
        ...change,
      },
    })
  return { admin, at, candidateIds, students, step, release }
}

/** Signs a student in who has no account yet: as the first, but another person. */
async function addAccount({ services, school }: TestApp, studentId: number, account: string) {
  const { db } = services
  const first = await db
    .selectFrom('user')
    .where('id', '=', school.userIds['student'] ?? 0)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { id: _id, ...columns } = first
  const { id } = await db
    .insertInto('user')
    .values({ ...columns, account, student_id: studentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const role = await db
    .selectFrom('user_role')
    .where('user_id', '=', first.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { id: _role, ...rights } = role
  await db
    .insertInto('user_role')
    .values({ ...rights, user_id: id })
    .execute()
}

/** A student at the paper: answers go out by the number of their question. */
export async function sit(
  app: TestApp,
  client: TestClient,
  at: { exam_id: number; subject_id: number },
  more: { code?: string; take_over?: boolean } = {},
) {
  const entered = await client.send(padEnter, { body: { ...at, ...more } })
  if (entered.status !== 200) throw new Error(entered.error.msg)
  const { attempt_id, device_key, sections, seq } = entered.data
  let last = seq
  const idOf = (no: string): number =>
    sections.flatMap(({ questions }) => questions).find((one) => one.no === no)?.question_id ??
    999_999
  const own = { attempt_id, device_key: device_key ?? '' }
  return {
    entered: entered.data,
    own,
    idOf,
    seq: () => last,
    save: (answers: Record<string, string>, change: { seq?: number; at?: string } = {}) => {
      last = change.seq ?? last + 1
      return client.send(padSave, {
        body: {
          ...own,
          seq: last,
          changes: Object.entries(answers).map(([key, value]) => {
            const [no = '', sub = ''] = key.split('.')
            return {
              question_id: idOf(no),
              sub,
              value,
              at: change.at ?? app.services.clock.now().toISOString(),
            }
          }),
        },
      })
    },
  }
}
