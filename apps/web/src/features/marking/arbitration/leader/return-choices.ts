import { formatMilli } from '@hengjuan/domain'
import type { DeskAction } from '../../marking-core/keys/desk-actions.ts'
import type { LeaderTaskView } from './leader-task.ts'

/** One way in which a problem paper goes back without a score. */
export interface ReturnChoice {
  to: LeaderTaskView['returns'][number]['to']
  text: string
  /** What the page says once it is done. */
  done: string
  /** Why it can not go there; null when it can. */
  refusal: string | null
  action: DeskAction
}

/** In the order in which they stand on the page. */
export const returnChoices = ({
  returns,
  problem,
}: Pick<LeaderTaskView, 'returns' | 'problem'>): ReturnChoice[] =>
  returns.map((one) => ({ ...wordsOf(one, problem?.raised_by ?? '提交人'), ...keyOf(one) }))

type Return = LeaderTaskView['returns'][number]

const keyOf = ({ to, refusal }: Return): Pick<ReturnChoice, 'to' | 'refusal' | 'action'> => ({
  to,
  refusal,
  action: to === 'raiser' ? 'handBackSame' : 'handBack',
})

function wordsOf(
  { to, state, final_milli }: Return,
  name: string,
): Pick<ReturnChoice, 'text' | 'done'> {
  if (to === 'others') return { text: '退回其他教师评阅', done: '已退回，由其他教师评阅' }
  if (to === 'raiser')
    return state === 'ARBITRATION'
      ? { text: '打回已达上限，转仲裁', done: '已转仲裁' }
      : state === 'REJECTED'
        ? { text: `退回${name}重评`, done: `已退回${name}重评` }
        : { text: `退回${name}`, done: `已退回${name}` }
  return final_milli === null
    ? { text: '退回阅卷', done: '已退回阅卷' }
    : {
        text: `恢复原分 ${formatMilli(final_milli)} 分`,
        done: `已恢复原分 ${formatMilli(final_milli)} 分`,
      }
}
