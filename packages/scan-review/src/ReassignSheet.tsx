import { Button } from '@blueprintjs/core'
import { CandidatePicker } from './CandidatePicker.tsx'
import type { FindCandidates } from './types.ts'
import compare from './duplicate-compare.module.css'

/** Whose sheet it is instead. */
export function ReassignSheet(props: {
  side: string
  find: FindCandidates
  onPick: Parameters<typeof CandidatePicker>[0]['onPick']
  onClose: () => void
}) {
  return (
    <div className={compare['reassign']}>
      <b>为{props.side}边的答题卡选择考生</b>
      <CandidatePicker find={props.find} proposals={[]} autoFocus onPick={props.onPick} />
      <Button variant="minimal" onClick={props.onClose}>
        取消
      </Button>
    </div>
  )
}
