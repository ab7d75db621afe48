import { Button, InputGroup, NonIdealState } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { ErrorState, ReasonButton } from '@hengjuan/ui'
import { useState } from 'react'
import css from './answer.module.css'

/** Why one is not in yet, and what can be done about it. */
export function PadEntry(props: {
  error: CallError
  isEntering: boolean
  onEnter: (how?: { code?: string; take_over?: boolean }) => void
  onLeave: () => void
}) {
  const { error, isEntering, onEnter } = props
  const [code, setCode] = useState('')
  const { code: reason } = error
  const isElsewhere = reason === 'PAD_ELSEWHERE'
  const leave = (
    <Button variant="minimal" onClick={props.onLeave}>
      返回首页
    </Button>
  )
  // What failed says nothing about the exam.
  if (!reason.startsWith('PAD_'))
    return (
      <div className={css['door']}>
        <ErrorState size="large" error={error} onRetry={() => onEnter()} action={leave} />
      </div>
    )
  const wantsCode = ASK_CODE.includes(reason)
  return (
    <NonIdealState
      className={css['door'] ?? ''}
      title={TITLES[reason] ?? '还不能作答'}
      description={error.message}
      action={
        <div className={css['entry']}>
          {wantsCode && (
            <form
              onSubmit={(event) => {
                event.preventDefault()
                if (code.trim() !== '') onEnter({ code })
              }}
            >
              <InputGroup
                aria-label="考场码或补考码"
                placeholder="六位数字"
                inputMode="numeric"
                maxLength={12}
                value={code}
                onValueChange={setCode}
              />
              <ReasonButton
                type="submit"
                intent="primary"
                loading={isEntering}
                reason={code.trim() === '' ? '请输入六位数字' : null}
              >
                进入
              </ReasonButton>
            </form>
          )}
          {isElsewhere && (
            <Button
              intent="primary"
              size="large"
              loading={isEntering}
              onClick={() => onEnter({ take_over: true })}
            >
              在这台继续
            </Button>
          )}
          {!wantsCode && !isElsewhere && (
            <Button intent="primary" loading={isEntering} onClick={() => onEnter()}>
              再试一次
            </Button>
          )}
          {leave}
        </div>
      }
    />
  )
}

/** Where a code may help: of the room, or for a makeup. */
const ASK_CODE: readonly string[] = [
  'PAD_CODE_NEEDED',
  'PAD_CODE_WRONG',
  'PAD_CODE_LOCKED',
  'PAD_OVER',
  'PAD_TOO_LATE',
  'PAD_SUBMITTED',
]

const TITLES: Readonly<Record<string, string>> = {
  PAD_CODE_NEEDED: '请输入考场码',
  PAD_CODE_WRONG: '码不正确',
  PAD_CODE_LOCKED: '请稍后再试',
  PAD_OVER: '考试已经结束',
  PAD_TOO_LATE: '已超过允许迟到的时间',
  PAD_SUBMITTED: '已经交卷',
  PAD_ELSEWHERE: '正在另一台设备上作答',
  PAD_PAUSED: '考试已暂停',
  PAD_NOT_YET: '考试还没有开始',
}
