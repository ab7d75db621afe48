import { Button, HTMLSelect } from '@blueprintjs/core'
import { BENCHMARK_KINDS } from '@hengjuan/domain'
import { KeyHint, ReasonButton, StatusTag } from '@hengjuan/ui'
import type { KeyChoiceState } from '../../marking-core/keys/use-key-choice.ts'
import type { Script } from './Benchmarks.tsx'
import type { PickerPaper } from './PickerList.tsx'
import { hintKey } from './use-picker-keys.ts'
import type { Picks, Said } from './use-picks.ts'
import css from './picker.module.css'

/** What can be done with the paper that is shown, and what became of the one before. */
export function PickerBar(props: {
  paper: PickerPaper
  /** The script that the paper is already. */
  script: Script | undefined
  picks: Picks
  /** Why the paper can not be picked now; null when it can. */
  refusal: string | null
  keys: KeyChoiceState
  onPick: () => void
  onTakeOut: (pick: NonNullable<Said['pick']>) => void
  /** Shows the paper before or after; null where there is none. */
  steps: Record<'previous' | 'next', (() => void) | null>
}) {
  const { paper, script, picks, keys, steps } = props
  const { said, isSending } = picks
  return (
    <div className={css['bar']}>
      <div className={css['row']}>
        <strong>密号 {paper.secret_code}</strong>
        {script && <StatusTag status="ok">已选作{BENCHMARK_KINDS[script.kind]}</StatusTag>}
        {script && (
          <ReasonButton
            reason={isSending ? '正在提交' : takeOutRefusal(script)}
            onClick={() => props.onTakeOut(script)}
          >
            取出
          </ReasonButton>
        )}
        <span className={css['purpose']}>
          用途
          <HTMLSelect
            aria-label="用途"
            value={picks.kind}
            options={Object.entries(BENCHMARK_KINDS).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => picks.keepKind(currentTarget.value)}
          />
        </span>
        <ReasonButton intent="primary" reason={props.refusal} onClick={props.onPick}>
          选作标准卷 <Hint of={hintKey(keys, 'benchmark')} />
        </ReasonButton>
        <ReasonButton
          reason={steps.previous ? null : '这是第一份'}
          onClick={() => steps.previous?.()}
        >
          上一份 <Hint of={hintKey(keys, 'previous')} />
        </ReasonButton>
        <ReasonButton reason={steps.next ? null : '这是最后一份'} onClick={() => steps.next?.()}>
          下一份 <Hint of={hintKey(keys, 'next')} />
        </ReasonButton>
      </div>
      <div className={css['said']} data-failed={said?.hasFailed || undefined}>
        <span role={said?.hasFailed ? 'alert' : 'status'}>
          {said?.hasFailed && '✕ '}
          {said?.pick && '✓ '}
          {said?.text ?? ''}
        </span>
        {said?.pick && (
          <Button
            size="small"
            variant="outlined"
            onClick={() => {
              if (said.pick && !isSending) props.onTakeOut(said.pick)
            }}
          >
            取出这份
          </Button>
        )}
      </div>
    </div>
  )
}

const Hint = (props: { of: string | null }) => props.of && <KeyHint keys={props.of} />

/** A script on which leaders have worked is no slip of the hand any more. */
const takeOutRefusal = ({ mark_count }: Script): string | null =>
  mark_count > 0 ? `已有 ${mark_count} 位题组长评分，需要时请在标准卷列表中停用` : null
