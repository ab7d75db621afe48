import { Button, Classes } from '@blueprintjs/core'
import { EmptyState } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Waiting, waitingWords } from '@hengjuan/domain'
import { biasText } from './qualification-words.ts'
import type { OwnTrial } from './trial-work.ts'
import css from './trial.module.css'

const TASKS = '/MainPage/markPaper/markPage/unfinishList'

/** Steps that end when somebody else does something. */
const STANDING: readonly OwnTrial['step'][] = ['waiting', 'no_set', 'no_scripts', 'refused']

/** What stands in the place of the paper: passed, waiting for the leader, or nothing prepared yet. */
export function TrialNotice(props: {
  view: OwnTrial
  blockId: number
  onRetry: () => void
  /** Begins the next set. */
  onGoOn: () => void
}) {
  const { view } = props
  const { title, text } = wordsOf(view)
  return (
    <EmptyState
      size="large"
      title={title}
      action={
        <span className={css['ways']}>
          {(view.step === 'done' || !view.needed) && view.step !== 'qualify' && (
            <Link
              className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`}
              to={`/marking?block_id=${props.blockId}`}
            >
              开始阅卷
            </Link>
          )}
          {view.step === 'qualify' && (
            <Button intent="primary" onClick={props.onGoOn}>
              开始第 {view.rounds.length + 1} 次定标
            </Button>
          )}
          {STANDING.includes(view.step) && <Button onClick={props.onRetry}>刷新</Button>}
          <Link className={Classes.BUTTON} to={TASKS}>
            返回我的任务
          </Link>
        </span>
      }
    >
      {text}
      {view.rounds.length > 0 && (
        <ol className={css['rounds']} aria-label="各次定标">
          {view.rounds.map((round, index) => (
            <li key={round.at}>
              第 {index + 1} 次：{round.papers} 份中 {round.within} 份合格，
              {biasText(round.bias_milli)}，{round.is_passed ? '✓ 通过' : '✕ 未通过'}
            </li>
          ))}
        </ol>
      )}
      {view.leader_note !== null && <p className={css['words']}>题组长的话：{view.leader_note}</p>}
    </EmptyState>
  )
}

function wordsOf(view: OwnTrial): { title: string; text: ReactNode } {
  const { step, state, needed } = view
  if (step === 'done')
    return state === 'passed'
      ? { title: '定标已通过', text: '您可以开始阅卷了。' }
      : { title: '题组长准许您阅卷', text: '您可以开始阅卷了，给分时请对照评分标准。' }
  if (step === 'qualify')
    return {
      title: '这一套定标没有通过',
      text: '请对照评分标准想一想差在哪里，也可以问题组长；准备好后再评下一套，试卷与这一套不同。',
    }
  const waiting = needed && waitingWords(waitingOf(view))
  if (waiting) return waiting
  return { title: '这个题块不要求定标', text: '没有需要试评的试卷，可以直接开始阅卷。' }
}

const waitingOf = ({ state, waits, leader_names }: OwnTrial): Waiting => ({
  qualification: state,
  qualification_waits: waits,
  leader_names,
})
