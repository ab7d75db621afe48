import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import css from './anchor-targets.module.css'
import type { AlikePage, Located, ReviewDecisions } from './types.ts'

/** So many sheets must lie alike, this one among them. @source ui D4 */
const LEAST = 3

/**
 * The same four points for further sheets of the batch: says which lie alike, then locates all of them
 * at once, to be undone at once.
 */
export function AlikeSheets(props: {
  sheetId: string
  /** How many further pages of the batch wait to be located. */
  waiting: number
  /** Where the four points are now. */
  located: () => Promise<Located>
  decisions: ReviewDecisions
  onDone: () => void
}) {
  const { sheetId, waiting, located } = props
  const { alike, pending } = props.decisions
  const [found, setFound] = useState<{ at: Located; pages: readonly AlikePage[] } | null>(null)
  const [isLooking, setLooking] = useState(false)
  if (!alike || waiting + 1 < LEAST) return null
  const look = async () => {
    setLooking(true)
    const at = await located()
    const pages = await alike.find(sheetId, at)
    setLooking(false)
    setFound(pages && { at, pages })
  }
  const apply = async () => {
    if (found && (await alike.locate(sheetId, found.at, found.pages))) props.onDone()
  }
  return (
    <div className={css['alike']} role="status">
      {isLooking ? (
        <span>正在按这四点逐张核对同批待定位的 {waiting} 张，请稍候…</span>
      ) : found === null ? (
        <>
          <span>同批还有 {waiting} 张待定位。四点对准后，可以查出偏移一致的几张一并定位。</span>
          <Button disabled={pending} onClick={() => void look()}>
            查找同批偏移一致的
          </Button>
        </>
      ) : found.pages.length + 1 < LEAST ? (
        <>
          <span>
            同批{found.pages.length === 0 ? '没有' : `只有 ${found.pages.length} 张`}
            与这张偏移一致的，请逐张定位。
          </span>
          <Button onClick={() => setFound(null)}>重新查找</Button>
        </>
      ) : (
        <>
          <span>
            与这张偏移一致：第 {[...new Set(found.pages.map(({ seq }) => seq))].join('、')} 张
          </span>
          <Button onClick={() => setFound(null)}>取消</Button>
          <Button intent="primary" loading={pending} onClick={() => void apply()}>
            用于本批：一并定位 {found.pages.length + 1} 张
          </Button>
        </>
      )}
    </div>
  )
}
