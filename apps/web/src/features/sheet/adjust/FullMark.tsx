import { NumericInput } from '@blueprintjs/core'
import css from './adjust.module.css'
import { FormRow } from './FormRow.tsx'

/** Question number to full mark, thousandths of a point. */
export type Scores = Readonly<Record<string, number>>

/** The full mark of each of some questions; empty while they differ. */
export function FullMark(props: {
  nos: readonly string[]
  scores: Scores
  /** What a question without a mark is saved with, thousandths of a point. */
  usual: number
  onScore: (nos: readonly string[], full: number) => void
}) {
  const marks = new Set(props.nos.map((no) => props.scores[no] ?? props.usual))
  const [mark] = marks
  return (
    <div className={css['form']}>
      <FormRow label="每题满分">
        <NumericInput
          fill
          value={marks.size === 1 && mark !== undefined ? mark / 1000 : ''}
          placeholder="各题不同"
          min={0}
          stepSize={1}
          minorStepSize={0.5}
          rightElement={<span className={css['unit']}>分</span>}
          onValueChange={(points) => {
            const full = Math.round(points * 1000)
            const isNew = marks.size > 1 || full !== mark
            if (Number.isFinite(full) && full >= 0 && isNew) props.onScore(props.nos, full)
          }}
        />
      </FormRow>
    </div>
  )
}
