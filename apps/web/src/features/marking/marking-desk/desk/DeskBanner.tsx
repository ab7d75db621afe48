import type { Nearness } from '@hengjuan/domain'
import type { Hold } from '../../../../session/own-session.ts'
import { holdWords } from '../../marking-core/queue/marker-session.ts'
import { type Due, dueWarning, useNearness } from './desk-due.ts'
import { givenText, type MarkTaskView } from '../../marking-core/paper/paper.ts'
import css from './desk.module.css'

/** Why this paper is different, or that no more will come. */
export function DeskBanner(props: {
  status: string
  hold: Hold | null
  task: MarkTaskView
  due: Due | null
  /** How many of the optional questions count; null where all points do. */
  bestOf: number | null
}) {
  const nearness = useNearness(props.due)
  const text = bannerText(props) ?? lateText(props, nearness)
  return text ? (
    <p className={css['banner']} role="status">
      {text}
    </p>
  ) : null
}

function bannerText(props: Parameters<typeof DeskBanner>[0]): string | null {
  const { status, hold, task } = props
  const given = givenText(task, props.bestOf)
  if (hold) return `! ${holdWords(hold).long}`
  if (status === 'closed' && task.kind !== 'backmark')
    return '! 本题块已结束阅卷，不再接收给分；仍需评阅请联系题组长'
  if (task.kind === 'rejected')
    return `! 这份试卷被打回，请重新评阅${given}${task.reject_comment ? `：${task.reject_comment}` : ''}`
  if (task.kind === 'taken_back')
    return `! 这份试卷是您收回的，成绩暂不计入${given}，重新提交后生效`
  return status === 'paused' ? '! 题组长已暂停阅卷：手中的试卷仍可提交，不再领取新卷' : null
}

/** Of what is to be marked yet. */
function lateText(
  { due, task }: Parameters<typeof DeskBanner>[0],
  nearness: Nearness | null,
): string | null {
  const warning = due && task.kind !== 'backmark' ? dueWarning(due, nearness) : null
  return warning === null ? null : `! ${warning}`
}
