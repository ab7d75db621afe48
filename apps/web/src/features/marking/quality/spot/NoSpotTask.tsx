import { EmptyState } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { AllHeld } from './Overtaken.tsx'

/** Nothing is left to check: what others hold may come back, and what was decided can be undone. */
export function NoSpotTask(props: {
  /** How many papers others have on the table. */
  held: number
  last: string | null
  isFetching: boolean
  onLook: () => void
  undo: ReactNode
}) {
  const { held, last } = props
  if (held > 0)
    return <AllHeld held={held} last={last} isFetching={props.isFetching} onLook={props.onLook} />
  return (
    <EmptyState size="large" title="没有符合条件的评阅可以抽查" action={props.undo}>
      {last !== null && `${last}。`}
      符合条件的评阅都已抽查，或还没有提交；您评阅过、或还可能领到的试卷由其他监管人员抽查。换一位教师，或放宽左侧的抽样条件。
    </EmptyState>
  )
}
