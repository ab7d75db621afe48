import { formatMilli, PAPER_STATES } from '@hengjuan/domain'
import type { Result } from './draft.ts'
import css from './result.module.css'

/** The parts of the total. */
export function ResultTotals({ result }: { result: Result }) {
  return (
    <section className={css['totals']}>
      <dl>
        <div>
          <dt>客观题</dt>
          <dd>{points(result.objective_milli)}</dd>
        </div>
        <div>
          <dt>主观题</dt>
          <dd>{points(result.subjective_milli)}</dd>
        </div>
        <div>
          <dt>总分</dt>
          <dd data-testid="result-total">{points(result.total_milli)}</dd>
        </div>
      </dl>
      {result.marks_hidden && <small>成绩发布之前只对负责阅卷和成绩的人员显示得分</small>}
    </section>
  )
}

/** The blocks that are marked on screen: these change by marking only. */
export const ResultBlocks = ({ result }: { result: Result }) =>
  result.blocks.length === 0 ? null : (
    <section className={css['totals']}>
      <h3>
        主观题块<small>由阅卷产生，请通过阅卷、仲裁或成绩核查修改</small>
      </h3>
      <ul className={css['blocks']} aria-label="主观题块">
        {result.blocks.map((block) => (
          <li key={block.block_id}>
            <span>{block.name}</span>
            <small>{PAPER_STATES[block.state as keyof typeof PAPER_STATES]}</small>
            <b>
              {points(block.final_milli)}
              <small>/{formatMilli(block.full_milli)}</small>
            </b>
          </li>
        ))}
      </ul>
    </section>
  )

const points = (milli: number | null): string => (milli === null ? '—' : formatMilli(milli))
