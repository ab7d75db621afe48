import type { ReplyOf, sheetBindQuestions } from '@hengjuan/contracts'
import { StatusTag } from '@hengjuan/ui'
import css from './blocks.module.css'

const KINDS = {
  same: '不变',
  added: '新增',
  removed: '删除',
  renamed: '改名',
  recut: '框改变',
  rebound: '题目改变',
} as const

/** What becomes of every block that is changed. */
export function DivisionEffects({ effects }: Pick<ReplyOf<typeof sheetBindQuestions>, 'effects'>) {
  return (
    <ul className={css['effects']}>
      {effects.map((effect) => (
        <li key={effect.block_key}>
          <strong>{effect.name}</strong>
          <StatusTag
            status={
              effect.refusal
                ? 'bad'
                : effect.marked > 0 && effect.kind !== 'renamed'
                  ? 'warn'
                  : 'ok'
            }
          >
            {KINDS[effect.kind]}
          </StatusTag>
          <span>{effect.refusal ?? effect.message}</span>
        </li>
      ))}
    </ul>
  )
}
