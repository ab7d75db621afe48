import { Segmented } from '@hengjuan/ui'
import { MASKED_HINT } from '@hengjuan/scan-review'
import css from './abnormal.module.css'
import type { AbnormalSheet } from './use-abnormal.ts'

export type SheetPage = AbnormalSheet['pages'][number]

/** What a drag of the mouse does: it draws a frame, or moves the page. */
export type Hand = 'draw' | 'move'

export const pageKey = ({ sheet_id, page_seq }: { sheet_id: string; page_seq: number }): string =>
  `${sheet_id} ${page_seq}`

/** Which page is shown, and what the mouse does on it. */
export function PageBar(props: {
  pages: readonly SheetPage[]
  page: SheetPage
  onPage: (page: SheetPage) => void
  /** Null: nothing is drawn. */
  hand: Hand | null
  onHand: (hand: Hand) => void
}) {
  const { page, hand } = props
  return (
    <div className={css['pages']}>
      {props.pages.length > 1 && (
        <Segmented
          label="页面"
          value={pageKey(page)}
          options={props.pages.map((one, at) => ({
            value: pageKey(one),
            label: `${one.page === null ? `图像 ${at + 1}` : `第 ${one.page} 页`}${one.replaced ? '（已替换）' : ''}`,
          }))}
          onChange={(key) => {
            const next = props.pages.find((one) => pageKey(one) === key)
            if (next) props.onPage(next)
          }}
        />
      )}
      {page.is_masked && <span className={css['hint']}>{MASKED_HINT}</span>}
      {hand !== null && (
        <>
          <Segmented
            label="鼠标"
            value={hand}
            options={[
              { value: 'draw' as const, label: '框选' },
              { value: 'move' as const, label: '移动' },
            ]}
            onChange={props.onHand}
          />
          <span className={css['hint']}>
            {hand === 'draw' ? '拖动画出题块的范围，拖小方块微调' : '拖动移动页面，滚轮缩放'}
          </span>
        </>
      )}
    </div>
  )
}
