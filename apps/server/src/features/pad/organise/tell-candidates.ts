import type { Db } from '@hengjuan/db'
import { NOT_SELECTED, subjectName } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { timeText } from '../../../wall-clock.ts'
import { notify } from '../../notice/index.ts'
import type { PadExamRow, Place } from '../pad.query.ts'

type Times = Pick<PadExamRow, 'starts_at' | 'ends_at'>

interface From {
  services: Services
  session: { userId: number }
}

/** Tells the candidates with an account when they sit an online exam; once more where its times are others. */
export async function tellCandidates(
  db: Db,
  from: From,
  place: Place,
  { before, after }: { before: (Times & Pick<PadExamRow, 'state'>) | undefined; after: Times },
): Promise<void> {
  const isKnown = before !== undefined && before.state !== 'draft'
  if (isKnown && before.starts_at === after.starts_at && before.ends_at === after.ends_at) return
  const when = `${timeText(after.starts_at)} 至 ${timeText(after.ends_at)}`
  await tell(db, from, place, {
    what: isKnown ? '线上考试改了时间' : '线上考试安排',
    text: `${when}。请提前登录，在「线上考试」中进入作答。`,
  })
}

/** Tells them that it does not take place as it was told. */
export async function tellRevoked(db: Db, from: From, place: Place): Promise<void> {
  await tell(db, from, place, {
    what: '线上考试已撤回',
    text: '暂不举行，请等候新的安排。',
  })
}

async function tell(
  db: Db,
  { services, session }: From,
  place: Place,
  { what, text }: { what: string; text: string },
): Promise<void> {
  const exam = await db
    .selectFrom('exam')
    .select(['id', 'name', 'school_id', 'grade_id'])
    .where('id', '=', place.examId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('user', 'user.student_id', 'candidate.student_id')
    .where('candidate_subject.exam_id', '=', place.examId)
    .where('candidate_subject.subject_id', '=', place.subjectId)
    .where('candidate_subject.attendance', '!=', NOT_SELECTED)
    .where('user.disabled_at', 'is', null)
    .select('user.id')
    .execute()
  await notify(db, services, {
    kind: 'exam',
    to: rows.map(({ id }) => id),
    title: `「${exam.name}」${subjectName(place.subjectId, exam.grade_id)}${what}`,
    text,
    link: '/MainPage/homePage',
    examId: exam.id,
    schoolId: exam.school_id,
    fromId: session.userId,
  })
}
