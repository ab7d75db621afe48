import { AppError } from '@hengjuan/domain'
import { forgetTries, giveTryBack, networkOf, takeTry } from '../../http/try-limit.ts'
import type { Services } from '../../services.ts'
import { isPassword } from '../account/index.ts'
import { type OwnQuery, selectOwn, toldTo } from './student-score.ts'

const WINDOW_MINUTES = 15
/** Of one exam number, and from one address over all numbers. @source platform 5.5 */
const NUMBER_TRIES = 5
const NETWORK_TRIES = 30

/**
 * The released scores of whoever knows an exam number and its query password. Numbers, passwords and exams that are
 * wrong are answered alike, and as slowly; every try counts before it is looked at.
 *
 * @throws AppError QUERY_LOCKED, QUERY_NOT_MATCHED, SCORE_NOT_RELEASED
 */
export async function queryByPassword(
  services: Services,
  query: OwnQuery & { password: string; address: string },
) {
  const number = `score-public:${query.examId}:${query.examNo}`
  const network = `score-public:from:${networkOf(query.address)}`
  const limit = { waits: [WINDOW_MINUTES], windowMinutes: WINDOW_MINUTES }
  for (const [bucket, free] of [
    [network, NETWORK_TRIES],
    [number, NUMBER_TRIES],
  ] as const) {
    const minutes = await takeTry(services, { ...limit, bucket, free })
    if (minutes !== null) throw new AppError('QUERY_LOCKED', { minutes })
  }
  const holder = await services.db
    .selectFrom('candidate')
    .innerJoin('user', 'user.student_id', 'candidate.student_id')
    .where('candidate.exam_id', '=', query.examId)
    .where('candidate.exam_no', '=', query.examNo)
    .where('user.disabled_at', 'is', null)
    .select(['candidate.student_id', 'user.password_hash'])
    .executeTakeFirst()
  const isRight = await isPassword(holder?.password_hash ?? null, query.password)
  const own = holder && isRight ? await selectOwn(services.db, holder.student_id, query) : null
  if (!holder || !own) throw new AppError('QUERY_NOT_MATCHED')
  await forgetTries(services, number)
  await giveTryBack(services, network)
  return toldTo(services, holder.student_id, own, query)
}
