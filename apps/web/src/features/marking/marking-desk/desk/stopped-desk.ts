import { CallError } from '@hengjuan/client'
import type { markStatus, ReplyOf } from '@hengjuan/contracts'
import { entryTotal, shownScore } from '../../marking-core/entry/score-entry.ts'
import type { RefusedMark } from '../../marking-core/queue/refused-mark.ts'
import { isBegun } from './desk-leave.ts'
import type { Queue } from './desk-state.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

/** Does a marker wait for a leader, or was no longer given anything? Seeds or the allocation did that. */
export const isStopped = (reason: string | null): boolean =>
  reason === 'warned' || reason === 'suspended'

const BARRED: readonly string[] = [
  'MARKING_NOT_ASSIGNED',
  'MARKING_BLOCK_NOT_FOUND',
  'EXAM_NOT_FOUND',
  'SUBJECT_NOT_IN_EXAM',
]

/** Is the block not this marker's any more, or no more at all? */
export const isBarred = (error: unknown): error is CallError =>
  error instanceof CallError && BARRED.includes(error.code)

/**
 * What leaves a desk whose marker is stopped: everything but what the server says is still in hand.
 *
 * @returns `told`: what was begun, named with what was given so far
 */
export function goneBack(
  blockId: number,
  queue: readonly Paper[],
  tasks: Queue['tasks'],
): { gone: readonly Paper[]; left: readonly Paper[]; told: readonly RefusedMark[] } {
  const held = new Set(tasks.map(({ reading_id }) => reading_id))
  const gone = queue.filter(({ task }) => !held.has(task.reading_id))
  return {
    gone,
    left: queue.filter((paper) => !gone.includes(paper)),
    told: gone.filter(isBegun).map((paper) => ({
      key: `gone-${paper.task.reading_id}`,
      message: '还没有提交，试卷已退回，没有计入',
      ...begunOn(paper),
      blockId,
    })),
  }
}

/** What was given so far, and what was typed and not closed. */
function begunOn({ task, entry, rules }: Paper) {
  return {
    secretCode: task.secret_code,
    totalMilli: entryTotal(entry),
    ...(entry.buffer === '' ? {} : { typed: shownScore(entry, entry.at, rules) }),
    readingId: task.reading_id,
    parts: task.images,
  }
}

/**
 * Papers of a desk that the server says are not in its marker's hands any more: given to others, decided by a leader,
 * or out of marking, whether they were given out or had come back.
 *
 * @param now `before` were on the desk when the server was asked: what came since, it need not have known of yet;
 *   `held` are in hand
 */
export const lostFrom = (
  queue: readonly Paper[],
  now: {
    before: ReadonlySet<number>
    held: ReadonlySet<number>
    isOnItsWay: (readingId: number) => boolean
  },
): Paper[] =>
  queue.filter(({ task: { reading_id: id } }) => {
    const isInHand = now.held.has(id) || now.isOnItsWay(id)
    return now.before.has(id) && !isInHand
  })

/** Of papers that were taken out of a marker's hands those that were begun, each with what was given so far. */
export const recalled = (blockId: number, papers: readonly Paper[]): RefusedMark[] =>
  papers.filter(isBegun).map((paper) => ({
    key: `lost-${paper.task.reading_id}`,
    message:
      '不在您手中了（被收回、已由他人定分、退出阅卷、答题卡重新切图、选做题号更正、领取后太久没有提交，或在别处提交过），这里的给分没有计入；请继续评其他试卷',
    ...begunOn(paper),
    blockId,
  }))

/** Scores that did not count and that the server keeps, without those that the tray names already. */
export function keptOnServer(
  blockId: number,
  kept: ReplyOf<typeof markStatus>['unplaced'],
  told: readonly RefusedMark[],
  shown: ReadonlySet<number>,
): RefusedMark[] {
  const codes = new Set(told.map(({ secretCode }) => secretCode))
  return kept
    .filter((row) => !shown.has(row.reading_id) && !codes.has(row.secret_code))
    .map((row) => ({
      key: `kept-${row.reading_id}`,
      secretCode: row.secret_code,
      message: '没有计入，保留在这里供您查看',
      totalMilli: row.total_milli,
      blockId,
      readingId: row.reading_id,
      parts: row.images,
      isKept: true,
    }))
}
