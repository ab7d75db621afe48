import { Button } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import {
  blankBlockChecked,
  blankBlockGet,
  blankBlockList,
  blankBlockReject,
  type ReplyOf,
} from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { EmptyState, PageTurns, Pending, Piece, Time, toast, useOneByOne } from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import css from './blank.module.css'
import type { CheckedKind } from './checked-kinds.ts'

type Paper = ReplyOf<typeof blankBlockChecked>['list'][number]

/** Papers of one page, ten rows of four. */
const PAGE = 40

/** Answers that were checked, behind one of the figures; a confirmed one can be checked anew. */
export function CheckedSheet(props: {
  blockId: number
  kind: CheckedKind
  page: number
  onPage: (page: number) => void
}) {
  const { blockId, kind, page } = props
  const refresh = useRefresh(blankBlockChecked, blankBlockGet, blankBlockList)
  const { data, error, refetch } = useRoute(
    blankBlockChecked,
    { query: { block_id: blockId, of: kind, page, limit: PAGE } },
    { placeholderData: keepPreviousData },
  )
  const review = useCall(blankBlockReject, {
    onSuccess: async ({ returned }) => {
      toast.done(returned > 0 ? '已退回，回到待核查' : '这份试卷已由他人处理，列表已更新')
      await refresh()
    },
    onError: toast.error,
  })
  // Where one has left, the next lies under the pointer.
  const { here } = useOneByOne(data?.list.map(({ unit_id }) => unit_id).join() ?? '')
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={12} inset />
  if (data.total === 0)
    return (
      <EmptyState size="large" title="现在没有这样的试卷">
        可能刚刚有人处理，数字会在几秒内更新。
      </EmptyState>
    )
  return (
    <div {...here} className={css['sheet']}>
      <ul className={css['grid']} data-darker aria-label="已核查的作答">
        {data.list.map((paper) => (
          <li key={`${paper.batch_id} ${paper.unit_id}`} className={css['paper']} data-still>
            <span className={css['pictures']}>
              {paper.images.map(({ hash, url }) => (
                <Piece key={hash} src={url} alt="" loading="lazy" />
              ))}
            </span>
            <span className={css['caption']}>
              <code>{paper.secret_code}</code>
              <span title="墨迹比例">墨迹 {(paper.ink_ratio * 100).toFixed(2)}%</span>
            </span>
            <span className={css['caption']}>
              <Outcome paper={paper} />
              {kind === 'confirmed' && (
                <Button
                  size="small"
                  variant="minimal"
                  loading={review.isPending && review.variables.body.unit_ids[0] === paper.unit_id}
                  onClick={() =>
                    review.mutate({
                      body: { block_id: blockId, unit_ids: [paper.unit_id], to: 'review' },
                    })
                  }
                >
                  重新核查
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      <footer className={css['footer']}>
        <span>共 {data.total} 份</span>
        <PageTurns page={page} limit={PAGE} total={data.total} onPage={props.onPage} />
      </footer>
    </div>
  )
}

/** Who confirmed it and when, and what its check was given. */
function Outcome({ paper }: { paper: Paper }) {
  if (paper.is_check === 1)
    return (
      <b>
        {paper.check_milli === null ? '抽检，待评' : `抽检得 ${formatMilli(paper.check_milli)} 分`}
      </b>
    )
  return (
    <span className={css['by']}>
      {paper.confirmed_by} {paper.confirmed_at && <Time at={paper.confirmed_at} />}
    </span>
  )
}
