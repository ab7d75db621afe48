import { evidenceOf } from '@hengjuan/domain'
import type { ReactNode } from 'react'
import css from './supervision.module.css'

/**
 * A figure that judges a person: hidden while it rests on fewer than twenty papers, grey below fifty.
 *
 * @source domain rules 8 (minimum n)
 */
export function Judged(props: {
  /** What the figure rests on. */
  n: number
  children: ReactNode
  /** What is shown while that is too little: a count, say, which is no rate. */
  few?: ReactNode
}) {
  const evidence = evidenceOf(props.n)
  if (evidence === 'hidden')
    return (
      <span className={css['faint']} title={`仅 ${props.n} 份，满 20 份后显示`}>
        {props.few ?? '–'}
      </span>
    )
  if (evidence === 'shown') return props.children
  return (
    <span className={css['faint']} title={`仅 ${props.n} 份，不足 50 份，只作参考`}>
      {props.children}
    </span>
  )
}
