import { formatMilli } from '@hengjuan/domain'
import { Button } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TASKS } from './trial-work.ts'
import type { OwnTrial } from './trial-work.ts'
import type { TrialWork } from './use-trial.ts'
import desk from '../../marking-desk/desk/desk.module.css'
import css from './trial.module.css'

function placeText(view: OwnTrial, isPractice: boolean, isRead: boolean): string {
  if (isPractice) {
    const at = view.practice_done + (isRead ? 0 : 1)
    return `试评 第 ${at} / ${view.practice_total} 份`
  }
  return view.step === 'qualify' ? `定标 第 ${view.set_done + 1} / ${view.set_total} 份` : ''
}

const ruleText = ({ tolerance_milli, percent }: OwnTrial): string =>
  `与标准分相差 ${formatMilli(tolerance_milli)} 分以内为合格，定标卷合格 ${percent}% 以上通过`

/** Where one is in the trial, and the rule that is measured by. */
export function TrialHeader(props: {
  view: OwnTrial
  work: TrialWork['work']
  menu: ReactNode
  onHelp: () => void
}) {
  const { view, work } = props
  return (
    <header className={desk['header']}>
      <Link className={desk['leave']} to={TASKS}>
        ◂ 返回
      </Link>
      <strong className={desk['block']}>试评与定标 · {view.block_name}</strong>
      <span className={css['place']} data-testid="trial-place">
        {work && placeText(view, work.isPractice, work.feedback !== null)}
      </span>
      <span className={css['rule']}>{ruleText(view)}</span>
      {props.menu}
      <Button variant="minimal" size="small" aria-label="按键说明" onClick={props.onHelp}>
        ?
      </Button>
    </header>
  )
}
