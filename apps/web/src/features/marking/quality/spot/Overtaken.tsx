import { Button, Callout } from '@blueprintjs/core'
import { EmptyState } from '@hengjuan/ui'
import css from './spot.module.css'

/**
 * Says that a paper on the table is not the checker's alone any more: another has it, or something was decided about
 * it since. What was typed stays.
 */
export function Overtaken(props: {
  heldBy: string | null
  isOld: boolean
  onLook: () => void
  onNext: () => void
}) {
  const { heldBy, isOld } = props
  if (heldBy === null && !isOld) return null
  return (
    <Callout compact intent="warning" className={css['overtaken']} role="status">
      <p>
        {isOld
          ? '这份试卷在您打开之后有新的处理，请刷新后再决定；已填的分数和意见会保留。'
          : `${heldBy}也在抽查这份试卷，请换一份。`}
      </p>
      <div>
        {isOld && (
          <Button size="small" intent="primary" onClick={props.onLook}>
            刷新这份
          </Button>
        )}
        <Button size="small" onClick={props.onNext}>
          换一份
        </Button>
      </div>
    </Callout>
  )
}

/** Nothing is left of a sample but what other checkers have on their tables. */
export function AllHeld(props: {
  held: number
  /** What was said of the paper before; null for the first. */
  last: string | null
  isFetching: boolean
  onLook: () => void
}) {
  const { held, last } = props
  return (
    <EmptyState
      size="large"
      title={`剩下的 ${held} 份正由其他人抽查`}
      action={
        <Button loading={props.isFetching} onClick={props.onLook}>
          再看一次
        </Button>
      }
    >
      {last !== null && `${last}。`}
      对方没有抽查就离开的，两分钟后会分给您。也可以换一位教师，或放宽抽样条件。
    </EmptyState>
  )
}
