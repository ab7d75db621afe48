import type { Paper } from './paper-columns.tsx'

/** What brings a paper on. */
type PaperAct =
  /** It is taken out of the hands of its markers. */
  | { kind: 'recall' }
  /** The page on which it is decided. */
  | { kind: 'page'; to: string; label: string }
  /** It is for others to decide. */
  | { kind: 'others'; text: string }
  | { kind: 'none' }

const LEADER_MODES: Record<string, { mode: string; label: string }> = {
  PROBLEM: { mode: 'problem', label: '处理' },
  ARBITRATION: { mode: 'arbitration', label: '仲裁' },
}

/** What can be done with a paper where it is now. */
export function actOn(
  paper: Pick<Paper, 'unit_id' | 'block_id' | 'state' | 'is_led'> & {
    holders: readonly unknown[]
  },
  examId: number,
): PaperAct {
  const { unit_id, block_id, state } = paper
  // Sent back to its marker, a paper waits in their hands on purpose.
  if (paper.holders.length > 0 && state !== 'REJECTED') return { kind: 'recall' }
  const led = LEADER_MODES[state]
  if (led && !paper.is_led) return { kind: 'others', text: `由题组长${led.label}` }
  if (led) {
    const to = `/MainPage/markPaper/markPage/arbitration-marking?mode=${led.mode}&unit_id=${unit_id}&block_id=${block_id}`
    return { kind: 'page', to, label: led.label }
  }
  return state === 'BLANK_REVIEW'
    ? { kind: 'page', to: `/empty-check?exam_id=${examId}&block_id=${block_id}`, label: '核查' }
    : { kind: 'none' }
}
