import { entriesText, formatMilli } from '@hengjuan/domain'
import { sinceText } from './qualification-words.ts'
import type { Qualified } from './qualification-columns.tsx'
import css from './trial.module.css'

/** What was given to every trial paper, beside the agreed score. */
export const TrialScores = ({ trials }: Pick<Qualified, 'trials'>) => (
  <div className={css['trials']}>
    <table className={css['scores']} aria-label="各份给分">
      <thead>
        <tr>
          <th scope="col">密号</th>
          <th scope="col">次</th>
          <th scope="col">给分</th>
          <th scope="col">标准分</th>
        </tr>
      </thead>
      <tbody>
        {trials.map((trial, index) => (
          <tr key={index} data-differs={!trial.is_within || undefined}>
            <th scope="row">
              {trial.secret_code}
              {trial.pressed.length > 0 && <small>依据：{entriesText(trial.pressed)}</small>}
            </th>
            <td>{trial.round === 0 ? '试评' : `定标 ${trial.round}`}</td>
            <td>
              {trial.is_within ? '✓' : '✕'} {formatMilli(trial.total_milli)}
            </td>
            <td>
              {formatMilli(trial.definitive_milli)}
              {sinceText(trial) !== null && <small>（{sinceText(trial)}）</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
