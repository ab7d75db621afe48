import type { Db } from '@hengjuan/db'
import type { PlannedMarker } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import type { BlockRow } from '../../marking-core/index.ts'
import { postNotice } from '../../marking-messages/index.ts'

/** Who marked a block before its work was shared anew, and who of them gets no more of it. */
interface Before {
  known: ReadonlySet<number>
  leaving: ReadonlySet<number>
  /** Whether papers in the hands of those who leave went back to the pool. */
  hasRecalled: boolean
}

/**
 * Tells everybody whose work changed what became of it, so that nobody finds papers gone without a word.
 *
 * @source domain rules 4.3, features 77
 */
export async function tellMoved(
  db: Db,
  services: Services,
  block: BlockRow,
  people: readonly PlannedMarker[],
  before: Before,
): Promise<void> {
  for (const person of people) {
    const text = noticeOf(person, before)
    if (text !== null)
      await postNotice(db, {
        block,
        markerId: person.markerId,
        text,
        at: isoNow(services.clock),
      })
  }
}

/** Null for whom nothing changes. */
function noticeOf(person: PlannedMarker, { known, leaving, hasRecalled }: Before): string | null {
  const { markerId, before, after } = person
  if (leaving.has(markerId)) return stopNotice(person, hasRecalled)
  if (person.isStopped || (known.has(markerId) && before === after)) return null
  if (!known.has(markerId)) return joinNotice(person)
  if (after === null) return '本题块改为不限任务量，评完为止。'
  if (before === null)
    return `本题块改为按任务量分配：您的任务量 ${after} 份，已评 ${person.done} 份。`
  return after > before
    ? `剩余任务已重新分配：您的任务量由 ${before} 份改为 ${after} 份，增加 ${after - before} 份。`
    : `剩余任务已重新分配：您的任务量由 ${before} 份改为 ${after} 份，其余由其他教师评阅。已评的和手中的试卷不受影响。`
}

const joinNotice = ({ done, after }: PlannedMarker): string =>
  [
    done > 0 ? '已恢复向您分配本题块的试卷，' : '您已加入本题块的阅卷，',
    after === null ? '任务量不限。' : `任务量 ${after} 份。`,
  ].join('')

const stopNotice = ({ done, claimed }: PlannedMarker, hasRecalled: boolean): string =>
  [
    '已停止向您分配本题块的试卷',
    done > 0 ? `，已评的 ${done} 份保留` : '',
    claimed === 0
      ? ''
      : hasRecalled
        ? '，手中未提交的试卷已收回'
        : `，手中的 ${claimed} 份请评完提交`,
    '。如需继续请联系题组长。',
  ].join('')
