import type { flaggedPapers, ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { ReasonButton, Time, useOneByOne } from '@hengjuan/ui'
import css from './read-again.module.css'
import { useReadAgain } from './use-read-again.ts'

/** Whether a paper may be read by a second person, and what became of it where it was sent. */
export type ReadAgain = ReplyOf<typeof flaggedPapers>['list'][number]['read_again']

const STATES: Record<NonNullable<ReadAgain['sent']>['state'], string> = {
  waiting: '等待第二人评阅',
  begun: '已有人开始评阅',
  done: '已定分',
}

/** One paper to a second reader, and back while nobody has begun; what can not be done says why. */
export function SendAgain(props: {
  blockId: number
  paper: { unit_id: number; final_milli: number | null; read_again: ReadAgain }
  onChanged?: () => unknown
}) {
  const { paper } = props
  const { refusal, sent } = paper.read_again
  const { change, isPending } = useReadAgain(props.blockId, props.onChanged)
  // One takes the other back, in its place.
  const { here } = useOneByOne(`${paper.unit_id} ${sent?.at}`)
  return (
    <div {...here} className={css['again']}>
      {sent && (
        <p>
          {sent.by_name}送第二人评阅（
          <Time at={sent.at} />
          ）：{STATES[sent.state]}，原终评 {formatMilli(sent.final_before)} 分
          {sent.state === 'done' && paper.final_milli !== null
            ? ` → ${formatMilli(paper.final_milli)} 分`
            : ''}
        </p>
      )}
      {sent ? (
        <ReasonButton
          loading={isPending}
          reason={sent.withdraw_refusal}
          onClick={() => change('withdraw', [paper.unit_id])}
        >
          撤回第二人评阅
        </ReasonButton>
      ) : (
        <ReasonButton
          loading={isPending}
          reason={refusal}
          onClick={() => change('send', [paper.unit_id])}
        >
          送第二人评阅
        </ReasonButton>
      )}
    </div>
  )
}
