import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { GLANCE_MS } from '../feedback/one-by-one.ts'
import { toast } from '../feedback/toast.ts'
import { hasMoved, type RowKey } from './moved-rows.ts'

/** Why a click did nothing. */
const JUST_MOVED = '列表刚有变化，请看清后再点一次'

/**
 * Rows that come, go or change places while somebody aims: a click that was meant for one row does nothing to the one
 * that has just come to its place.
 *
 * @returns what the element around the rows needs
 */
export function useMovedRows(keys: readonly RowKey[]) {
  const body = useRef<HTMLDivElement>(null)
  const before = useRef(keys)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // In the document, as for one item after the other: it is over without anything to be drawn anew.
  useLayoutEffect(() => {
    const isMoved = hasMoved(before.current, keys)
    before.current = keys
    const element = body.current
    if (!isMoved || !element) return
    element.dataset['new'] = ''
    clearTimeout(timer.current)
    timer.current = setTimeout(() => delete element.dataset['new'], GLANCE_MS)
  }, [keys])
  useEffect(() => () => clearTimeout(timer.current), [])
  const onClickCapture = (event: MouseEvent) => {
    if (body.current?.dataset['new'] === undefined) return
    event.preventDefault()
    event.stopPropagation()
    toast.note(JUST_MOVED)
  }
  return { ref: body, onClickCapture }
}
