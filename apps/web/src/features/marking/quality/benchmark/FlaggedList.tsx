import { Button, Checkbox } from '@blueprintjs/core'
import type { flaggedPapers, ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { PickItem, PickList, ReasonButton } from '@hengjuan/ui'
import { useState } from 'react'
import { SendSeveral } from '../read-again/SendSeveral.tsx'
import { useReadAgain } from '../read-again/use-read-again.ts'
import { flagsText } from './flagged-words.ts'
import { standingTicks, ticksOf, toggled } from './ticks.ts'
import css from './quality.module.css'

export type Flagged = ReplyOf<typeof flaggedPapers>['list'][number]

/** Papers that readers flagged, to look at one, or to tick several and send them to a second reader. */
export function FlaggedList(props: {
  blockId: number
  list: readonly Flagged[]
  current: Flagged | undefined
  onChoose: (unitId: number) => void
}) {
  const { blockId, list } = props
  const [chosen, setTicked] = useState<ReadonlySet<number>>(new Set())
  const ticked = standingTicks(chosen, list)
  const [isSending, setIsSending] = useState(false)
  return (
    <>
      <PickList label="有标记的试卷">
        {list.map((one) => (
          <PickItem
            key={one.unit_id}
            isCurrent={one === props.current}
            onPick={() => props.onChoose(one.unit_id)}
            before={
              <Checkbox
                aria-label={`选中 ${one.secret_code}`}
                checked={ticked.has(one.unit_id)}
                onChange={() => setTicked(toggled(ticked, one.unit_id))}
              />
            }
          >
            <strong>{one.secret_code}</strong>
            <span>{one.final_milli === null ? '–' : `${formatMilli(one.final_milli)} 分`}</span>
            <small>
              {flagsText(one)}
              {one.example && ' · 报表示例'}
              {one.read_again.sent && ' · 已送第二人'}
            </small>
          </PickItem>
        ))}
      </PickList>
      {list.length > 0 && (
        <Several
          blockId={blockId}
          list={list}
          ticked={ticked}
          onTick={setTicked}
          onSend={() => setIsSending(true)}
        />
      )}
      {isSending && (
        <SendSeveral blockId={blockId} unitIds={[...ticked]} onClose={() => setIsSending(false)} />
      )}
    </>
  )
}

/** What can be done with the papers that are ticked. */
function Several(props: {
  blockId: number
  list: readonly Flagged[]
  ticked: ReadonlySet<number>
  onTick: (unitIds: ReadonlySet<number>) => void
  onSend: () => void
}) {
  const { list, ticked, onTick } = props
  const { change, isPending } = useReadAgain(props.blockId)
  const { sendable, waiting, isAll, isToWithdraw } = ticksOf(list, ticked)
  return (
    <div className={css['several']}>
      <Checkbox
        checked={isAll}
        indeterminate={!isAll && ticked.size > 0}
        disabled={sendable.length === 0 && ticked.size === 0}
        label={`选中可送第二人评阅的 ${sendable.length} 份`}
        onChange={() => onTick(new Set(ticked.size > 0 ? [] : sendable))}
      />
      {isToWithdraw ? (
        <Button loading={isPending} onClick={() => change('withdraw', waiting)}>
          撤回 {waiting.length} 份
        </Button>
      ) : (
        <ReasonButton
          reason={ticked.size === 0 ? '先选中要送第二人评阅的试卷' : null}
          onClick={props.onSend}
        >
          送第二人评阅{ticked.size > 0 && `（${ticked.size} 份）`}
        </ReasonButton>
      )}
    </div>
  )
}
