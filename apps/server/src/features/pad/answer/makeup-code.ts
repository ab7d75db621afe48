import type { Db } from '@hengjuan/db'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import type { PadExamRow } from '../pad.query.ts'

/** Six digits as they are kept: with the key of the server, because alone they are soon guessed. */
export const codeHash = ({ secrets }: Pick<Services, 'secrets'>, code: string): string =>
  secrets.digest(`pad-code:${code}`)

export const codeText = (typed: string): string => typed.normalize('NFKC').replace(/\s/g, '')

/** The makeup that a code of this candidate opens; null where it opens none. */
export async function findMakeup(
  db: Db,
  services: Services,
  exam: Pick<PadExamRow, 'exam_id' | 'subject_id'>,
  candidateId: number,
  code: string | undefined,
) {
  if (!code?.trim()) return null
  const row = await db
    .selectFrom('pad_code')
    .where('exam_id', '=', exam.exam_id)
    .where('subject_id', '=', exam.subject_id)
    .where('candidate_id', '=', candidateId)
    .where('code_hash', '=', codeHash(services, codeText(code)))
    .where('used_at', 'is', null)
    .where('valid_until', '>', isoNow(services.clock))
    .select(['id', 'minutes', 'valid_until'])
    .executeTakeFirst()
  return row ?? null
}
