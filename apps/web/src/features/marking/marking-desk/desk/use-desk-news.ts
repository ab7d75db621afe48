import { keepHere } from '@hengjuan/ui'
import { useEffect, useRef, useState } from 'react'
import type { RubricView } from '../../marking-messages/rubric/rubric-view.ts'
import { useRubric } from '../../marking-messages/rubric/use-rubric.ts'
import type { Desk } from './desk-store.ts'

const keyOf = (blockId: number) => `hengjuan-rubric-read:${blockId}`

/** What changed in the rubric since the marker's last paper. */
export interface RubricNews {
  rubric: RubricView
  /** It was read, and is not said again on this computer. */
  onRead: () => void
}

/**
 * The rubric of the desk, kept at the version that holds, and whether it is open. Where that is another version than
 * the marker's last paper was given under, it is news until they have read it.
 *
 * @param announced - what the server says there is
 */
export function useDeskRubric(desk: Desk, blockId: number, announced: number | undefined) {
  const { rubric } = useRubric(blockId, announced)
  const [read, setRead] = useState(() => Number(localStorage.getItem(keyOf(blockId)) ?? 0))
  const [isOpen, setOpen] = useState(false)
  const shown = rubric?.shown
  // The desk hands papers in under the version that is on the page.
  useEffect(() => {
    if (shown) desk.readRubric(shown)
  }, [desk, shown])
  const news: RubricNews | null =
    rubric?.before && rubric.version > read
      ? {
          rubric,
          onRead: () => {
            keepHere(keyOf(blockId), String(rubric.version))
            setRead(rubric.version)
          },
        }
      : null
  return {
    news,
    isOpen,
    show: () => setOpen(true),
    turn: () => {
      // While a change is told the key shows it, as its button does.
      setOpen(news !== null || !isOpen)
      news?.onRead()
      desk.say(null)
    },
  }
}

/** Has the desk look again as soon as another stamp of its block is heard of. */
export function useBlockNews(desk: Desk, stamp: number | null): void {
  const known = useRef(stamp)
  // The server's word comes from outside React.
  useEffect(() => {
    const before = known.current
    known.current = stamp
    if (before !== null && stamp !== before) void desk.lookAgain()
  }, [desk, stamp])
}

/** A note that comes while somebody marks is told once, in the line under the score. */
export function useNoteHint(desk: Desk, count: number, key: string | undefined): void {
  const before = useRef(count)
  // Counts come from the server; only a rise is news.
  useEffect(() => {
    if (count > before.current)
      desk.say(`题组长新增了评分说明${key === undefined ? '' : `，按 ${key} 查看`}`)
    before.current = count
  }, [desk, count, key])
}
