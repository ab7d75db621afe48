import { BackDialog, MoveDialog } from '../features/exam/index.ts'
import type { useFlow } from './use-flow.ts'

/** What asks before subjects go on or back. */
export function FlowDialogs({
  examId,
  flow,
}: {
  examId: number
  flow: Pick<ReturnType<typeof useFlow>, 'moves' | 'setMoves' | 'back' | 'setBack'>
}) {
  return (
    <>
      {flow.moves && (
        <MoveDialog examId={examId} moves={flow.moves} onClose={() => flow.setMoves(null)} />
      )}
      {flow.back && (
        <BackDialog examId={examId} move={flow.back} onClose={() => flow.setBack(null)} />
      )}
    </>
  )
}
