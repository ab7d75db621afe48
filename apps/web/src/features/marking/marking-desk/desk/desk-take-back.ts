import { CallError } from '@hengjuan/client'
import { markReturn } from '@hengjuan/contracts'
import type { DeskCore } from './desk-core.ts'
import type { Supply } from './desk-supply.ts'
import type { walkOf } from './desk-walk.ts'
import type { Paper } from '../../marking-core/paper/paper.ts'

/**
 * Why the paper on the screen can not be taken back, in Chinese; null when it can.
 *
 * @param isBack is it one that was handed in?
 */
export function takeBackRefusal(
  { isBack, isOnItsWay }: { isBack: boolean; isOnItsWay: boolean },
  paper: Paper | null,
): string | null {
  if (!isBack || !paper) return '先用「上一份」或查找打开评过的试卷，再收回重评'
  if (paper.task.locked_reason !== null) return `不能收回：${paper.task.locked_reason}`
  if (isOnItsWay) return '这份的给分还在上传，上传后才能收回'
  return null
}

/** Taking an own mark back: it needs the network, since until the server knows the mark counts. */
export function takeBackOf(
  core: DeskCore,
  { ask }: Pick<Supply, 'ask'>,
  { toHand }: Pick<ReturnType<typeof walkOf>, 'toHand'>,
) {
  const { caller, info, get, set, outbox, current } = core

  const refusal = (): string | null => {
    const paper = current()
    const isOnItsWay = paper !== null && outbox.holds(paper.task.reading_id)
    return takeBackRefusal({ isBack: get().back !== null, isOnItsWay }, paper)
  }

  /** @returns why it failed; null once the paper is in hand */
  async function takeBack(): Promise<unknown> {
    const paper = current()
    if (!paper || refusal() !== null) return null
    const id = paper.task.reading_id
    try {
      await caller.call(markReturn, { body: { block_id: info.block_id, take_back: [id] } })
    } catch (error) {
      return error instanceof CallError && error.code === 'OFFLINE'
        ? new CallError({
            status: 0,
            code: 'OFFLINE',
            message: '网络不通，没有收回：成绩照旧计入。网络恢复后请再试',
            cause: error,
          })
        : error
    }
    set(({ done }) => ({ done: done.filter((one) => one.task.reading_id !== id), back: null }))
    await ask()
    toHand(id)
    return null
  }

  return { takeBack, takeBackRefusal: refusal }
}
