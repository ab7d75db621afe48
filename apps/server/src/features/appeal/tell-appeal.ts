import type { Db } from '@hengjuan/db'
import type { Services } from '../../services.ts'
import { notify } from '../notice/index.ts'
import { selectHandlers, selectStudentUsers } from './appeal.query.ts'

interface From {
  services: Services
  session: { userId: number }
}

interface About {
  id: number
  name: string
  school_id: number
}

/** Tells students that there is an answer; they find it below their scores. */
export async function tellStudents(
  db: Db,
  { services, session }: From,
  exam: About,
  studentIds: readonly number[],
): Promise<void> {
  await notify(db, services, {
    kind: 'appeal',
    to: await selectStudentUsers(db, studentIds),
    title: `「${exam.name}」成绩复核已有答复`,
    text: '可以在成绩页查看答复。',
    link: '/MainPage/homePage',
    examId: exam.id,
    schoolId: exam.school_id,
    fromId: session.userId,
  })
}

/** Tells those who have to do the next thing: somebody by name, or who releases scores. */
export async function tellStaff(
  db: Db,
  { services, session }: From,
  exam: About,
  { to, text, appealId }: { to: number | null; text: string; appealId: number },
): Promise<void> {
  const everybody =
    to === null
      ? (await selectHandlers(db, exam.school_id, 'score.publish')).map(({ user_id }) => user_id)
      : [to]
  await notify(db, services, {
    kind: 'appeal',
    to: everybody.filter((id) => id !== session.userId),
    title: `「${exam.name}」成绩复核`,
    text,
    link: `/MainPage/reportDetail/review?exam_id=${exam.id}&appeal_id=${appealId}`,
    examId: exam.id,
    schoolId: exam.school_id,
    fromId: session.userId,
  })
}
