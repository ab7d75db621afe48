import type { Db } from '@hengjuan/db'
import { countEntered } from './organise/status.ts'
import { attemptsOf, findPadExam, type Place } from './pad.query.ts'

/** What the steps of an online subject wait for. */
export async function padFacts(
  db: Db,
  place: Place,
): Promise<{ isReleased: boolean; isCompleted: boolean; open: number; toEnter: number }> {
  const exam = await findPadExam(db, place)
  const open = await attemptsOf(db, place).where('submitted_at', 'is', null).select('id').execute()
  const { done, total } = await countEntered(db, place)
  return {
    isReleased: exam !== undefined && exam.state !== 'draft',
    isCompleted: exam?.state === 'completed',
    open: open.length,
    toEnter: total - done,
  }
}
