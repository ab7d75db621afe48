import { ImageViewer, Piece, StatusTag } from '@hengjuan/ui'
import { isMarked } from './is-marked.ts'
import type { ReviewSheet } from './types.ts'
import compare from './duplicate-compare.module.css'
import { uprightSize, uprightUrl } from './upright.ts'

/** One of two sheets, with the other one over it where they are compared. */
export function ComparedSheet(props: {
  sheet: ReviewSheet
  side: number
  /** The sheet that is laid over it. */
  over: ReviewSheet | undefined
}) {
  const { sheet: one, side, over } = props
  return (
    <figure>
      <figcaption>
        <b>{side === 0 ? '左' : '右'}</b> {one.batch_label} 第 {one.seq} 张 ·{' '}
        {new Date(one.received_at).toLocaleTimeString('zh-CN')} 收到 · 作答 {one.answered} 题
        {one.answers_confirmed > 0 && <StatusTag status="ok">作答已确认</StatusTag>}
        {isMarked(one) && <StatusTag status="warn">已评阅 {one.marked_blocks} 个题块</StatusTag>}
      </figcaption>
      {one.identity.name_url && <Piece src={one.identity.name_url} alt="手写姓名" />}
      <div className={compare['pairImage']}>
        <ImageViewer
          src={one.pages[0] ? uprightUrl(one.pages[0]) : null}
          alt={`${side === 0 ? '左' : '右'}边的答题卡`}
          fit="page"
          hasTools={false}
        >
          {one.pages[0] && over?.pages[0] && (
            <img
              className={compare['over']}
              style={uprightSize(one.pages[0])}
              src={uprightUrl(over.pages[0])}
              alt="右边的答题卡，叠在左边上"
              draggable={false}
            />
          )}
        </ImageViewer>
      </div>
    </figure>
  )
}
