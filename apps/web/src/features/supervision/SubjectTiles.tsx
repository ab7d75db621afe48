import { ProgressRing, StatusTag } from '@hengjuan/ui'
import { Forecast } from './Forecast.tsx'
import type { WaitsFor } from './NumberStrip.tsx'
import css from './supervision.module.css'
import type { SubjectRow } from './use-live-progress.ts'

const FIGURES = [
  { waitsFor: 'done', label: '已完成' },
  { waitsFor: 'ready', label: '待评' },
  { waitsFor: 'claimed', label: '评阅中' },
  { waitsFor: 'arbitration', label: '待仲裁' },
  { waitsFor: 'problem', label: '问题卷' },
  { waitsFor: 'blank', label: '空白确认' },
] as const

/**
 * One tile a subject; a click narrows the page to it, another click widens it again. The figures below open
 * the papers behind them.
 */
export function SubjectTiles(props: {
  subjects: readonly SubjectRow[]
  selected: number | null
  onSelect: (subjectId: number | null) => void
  /** Opens the papers behind a figure. */
  onPapers: (subject: SubjectRow, part: { label: string; waitsFor: WaitsFor }) => void
  /** May they be opened? Not where the caller only marks in a block of the subject. */
  mayOpen: (subject: SubjectRow) => boolean
}) {
  const { onPapers, mayOpen } = props
  return (
    <div className={css['subjects']}>
      {props.subjects.map((subject) => {
        const { numbers, reasons } = subject
        const isSelected = subject.subject_id === props.selected
        return (
          <div
            key={subject.subject_id}
            className={css['subjectTile']}
            data-selected={isSelected || undefined}
          >
            <button
              type="button"
              className={css['subject']}
              aria-pressed={isSelected}
              onClick={() => props.onSelect(isSelected ? null : subject.subject_id)}
            >
              <ProgressRing
                label={`${subject.subject_name}阅卷进度`}
                done={numbers.done}
                total={numbers.total}
                size={72}
                {...(numbers.total > 0 && numbers.done === numbers.total
                  ? { status: 'ok' as const }
                  : {})}
              />
              <span className={css['subjectText']}>
                <span className={css['subjectName']}>
                  {subject.subject_name}
                  {reasons.length > 0 && (
                    <StatusTag status="bad" title={reasons.join('\n')}>
                      {reasons.length} 项待处理
                    </StatusTag>
                  )}
                </span>
                <span className={css['subjectCount']}>
                  <span>
                    {numbers.done} / {numbers.total} 份
                  </span>
                  {subject.expected > 0 && (
                    <span>
                      已扫 {subject.scanned} / {subject.expected} 人
                    </span>
                  )}
                </span>
                <span className={css['subjectForecast']} title={subject.waiting_for ?? undefined}>
                  <Forecast row={subject} of="subject" />
                </span>
                {reasons[0] !== undefined && (
                  <span className={css['subjectReason']} title={reasons.join('\n')}>
                    {reasons[0]}
                    {reasons.length > 1 && ` 等 ${reasons.length} 项`}
                  </span>
                )}
              </span>
            </button>
            {mayOpen(subject) && (
              <ul className={css['subjectFigures']}>
                {FIGURES.map(({ waitsFor, label }) => (
                  <li key={waitsFor}>
                    <small>{label}</small>
                    {numbers[waitsFor] === 0 ? (
                      <span className={css['faint']}>0</span>
                    ) : (
                      <button
                        type="button"
                        className={css['figureLink']}
                        title={`查看${subject.subject_name}的这些试卷`}
                        onClick={() => onPapers(subject, { label, waitsFor })}
                      >
                        {numbers[waitsFor]}
                      </button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </div>
  )
}
