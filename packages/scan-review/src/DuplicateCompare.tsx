import { Button } from '@blueprintjs/core'
import { EmptyState, KeyHint, useOneByOne } from '@hengjuan/ui'
import { useState } from 'react'
import { isMarked } from './is-marked.ts'
import type { FindCandidates, ReviewDecisions, ReviewDetail, ReviewSheet } from './types.ts'
import { useReviewKeys } from './use-review-keys.ts'
import compare from './duplicate-compare.module.css'
import css from './scan-review.module.css'
import { ComparedSheet } from './ComparedSheet.tsx'
import { ReassignSheet } from './ReassignSheet.tsx'
import { LeftSheet } from './LeftSheet.tsx'

/**
 * Two sheets of one number side by side; holding X blinks between them, D lays them over each other so
 * that only what differs is light. Of more than two, the left one is chosen; keeping one takes all others
 * out of use. Where both belong to the candidate, one can be kept as a further sheet of the other.
 */
export function DuplicateCompare(props: {
  detail: ReviewDetail
  decisions: ReviewDecisions
  findCandidates: FindCandidates
  onDone: () => void
}) {
  const { sheet, others } = props.detail
  const [at, setAt] = useState(0)
  // One of the group may have been settled elsewhere meanwhile.
  const other = others[at] ?? others[0]
  const [held, setHeld] = useState(false)
  const [isOver, setOver] = useState(false)
  const [reassigned, setReassigned] = useState<ReviewSheet | null>(null)
  const { here } = useOneByOne(props.detail.item.exception_id, { keys: ['1', '2', 'Delete'] })
  const sheetIds = [sheet, ...others].map(({ sheet_id }) => sheet_id)
  const resolve = async (keep: string | null, text: string) => {
    if (await props.decisions.settleRepeat(sheetIds, keep, text)) props.onDone()
  }
  const open = props.detail.item.state === 'open'
  const mayDecide = open && other !== undefined && !props.decisions.pending
  const keep = (one: ReviewSheet | undefined, side: string) =>
    mayDecide && one ? () => void resolve(one.sheet_id, `考号重复：保留${side}`) : undefined
  const { joinFurther } = props.decisions
  const join = (first: ReviewSheet, further: ReviewSheet, side: string) =>
    void joinFurther?.(
      sheetIds,
      first.sheet_id,
      further.sheet_id,
      `考号重复：两张都保留，${side}是加页`,
    ).then((done) => done && props.onDone())
  const reassign = (one: ReviewSheet | undefined) =>
    mayDecide && one ? () => setReassigned(one) : undefined
  const voidAll = () => void resolve(null, '考号重复：全部作废')
  useReviewKeys('duplicate', {
    blink: { press: () => setHeld(true), release: () => setHeld(false) },
    overlay: () => setOver(!isOver),
    other: () => setAt((at + 1) % Math.max(1, others.length)),
    keepLeft: keep(other, '左'),
    keepRight: keep(sheet, '右'),
    reassignLeft: reassign(other),
    reassignRight: reassign(sheet),
    voidAll: mayDecide ? voidAll : undefined,
  })
  if (!other)
    return <EmptyState title="这组考号重复已经处理">另一张答题卡已作废或改为别的考生。</EmptyState>
  const shown = held ? [sheet, other] : [other, sheet]
  return (
    <div {...here} className={compare['compare']}>
      {others.length > 1 && (
        <LeftSheet others={others} at={others.indexOf(other)} onChoose={setAt} />
      )}
      <div className={compare['pair']}>
        {shown.map((one, side) => (
          <ComparedSheet
            key={side}
            sheet={one}
            side={side}
            over={isOver && side === 0 ? shown[1] : undefined}
          />
        ))}
      </div>
      {open && (
        <div className={css['row']}>
          <Button
            intent="primary"
            disabled={props.decisions.pending}
            onClick={() => void resolve(other.sheet_id, '考号重复：保留左')}
          >
            保留左 <KeyHint keys="1" />
          </Button>
          <Button
            intent="primary"
            disabled={props.decisions.pending}
            onClick={() => void resolve(sheet.sheet_id, '考号重复：保留右')}
          >
            保留右 <KeyHint keys="2" />
          </Button>
          {joinFurther && (
            <>
              <Button
                disabled={props.decisions.pending}
                onClick={() => join(sheet, other, '左')}
                title="两张都是该考生的；左边写了字的题块，阅卷时接在右边之后显示"
              >
                左边是加页
              </Button>
              <Button
                disabled={props.decisions.pending}
                onClick={() => join(other, sheet, '右')}
                title="两张都是该考生的；右边写了字的题块，阅卷时接在左边之后显示"
              >
                右边是加页
              </Button>
            </>
          )}
          <Button disabled={props.decisions.pending} onClick={() => setReassigned(other)}>
            左边是别的考生 <KeyHint keys="3" />
          </Button>
          <Button disabled={props.decisions.pending} onClick={() => setReassigned(sheet)}>
            右边是别的考生 <KeyHint keys="4" />
          </Button>
          <Button disabled={props.decisions.pending} onClick={voidAll}>
            全部作废（{sheetIds.length} 张） <KeyHint keys="Delete" />
          </Button>
          <Button aria-pressed={isOver} active={isOver} onClick={() => setOver(!isOver)}>
            叠在一起比较 <KeyHint keys="D" />
          </Button>
          <span className={css['hint']}>
            按住 <KeyHint keys="X" /> 左右互换，便于发现差别
          </span>
          {[sheet, ...others].some(isMarked) && (
            <span className={css['hint']}>
              不保留已评阅的一张，它的评阅不再计入，题块按保留的答题卡重新评阅；撤销处理后恢复计入
            </span>
          )}
        </div>
      )}
      {reassigned && (
        <ReassignSheet
          side={reassigned === other ? '左' : '右'}
          find={props.findCandidates}
          onPick={(person) =>
            void props.decisions
              .assign(reassigned.sheet_id, person)
              .then((done) => done && props.onDone())
          }
          onClose={() => setReassigned(null)}
        />
      )}
    </div>
  )
}
