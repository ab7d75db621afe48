import { Button } from '@blueprintjs/core'
import type { KeyBindings } from '../../marking-core/keys/key-profile.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { RubricText } from '../../marking-messages/rubric/RubricText.tsx'

/** The rubric beside the paper, opened by its key. */
export function SpotRubric(props: {
  blockId: number
  bindings: KeyBindings
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const { isOpen } = props
  return (
    <>
      <Button variant="minimal" active={isOpen} onClick={() => props.onOpen(!isOpen)}>
        评分标准 <KeyOf bindings={props.bindings} action="rubric" />
      </Button>
      {isOpen && <RubricText blockId={props.blockId} text="" />}
    </>
  )
}
