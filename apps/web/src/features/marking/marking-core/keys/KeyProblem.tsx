import { Button, Callout } from '@blueprintjs/core'
import { ACTION_TITLES, type DeskAction } from './desk-actions.ts'

/** Why a key is not taken, and a way to take it from what has it. */
export function KeyProblem(props: {
  problem: string
  /** What the key is wanted for, where something else has it. */
  wanted: DeskAction | null
  onTake: () => void
}) {
  const { problem, wanted } = props
  return (
    <Callout intent="warning" compact role="alert">
      {problem}
      {wanted !== null && (
        <Button size="small" style={{ marginLeft: 12 }} onClick={props.onTake}>
          改由「{ACTION_TITLES[wanted]}」使用
        </Button>
      )}
    </Callout>
  )
}
