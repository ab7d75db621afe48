import { HTMLSelect, NumericInput, Slider } from '@blueprintjs/core'
import {
  lineOverviewReport,
  type LineOverviewRow,
  stepLineReport,
  subjectLineReport,
} from '@hengjuan/contracts'
import { EFFECTIVE_LINE_METHODS, formatMilli, MILLI_PER_POINT } from '@hengjuan/domain'
import { filter, FilterField, StatTile, StatTiles, useUrlFilters } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import css from './report.module.css'
import { reportAddress } from './report-address.ts'
import { ReportPage } from './ReportPage.tsx'
import { SaveLine } from './SaveLine.tsx'
import { StepTargets } from './StepTargets.tsx'
import { SubjectLines } from './SubjectLines.tsx'
import { useReportFilters } from './use-report-filters.ts'

const METHODS = ['same_rate', 'coefficient', 'window_mean'] as const
const filters = {
  line: filter.number(1),
  line_total: filter.text(),
  method: filter.oneOf(['', ...METHODS], ''),
  subject_lines: filter.text(),
}

/** The line that is looked at: one of the school's, or one of one's own that stays in the address. */
export function useLine() {
  const { values, set } = useUrlFilters(filters)
  const total = Number(values.line_total)
  const own = values.line_total !== '' && Number.isFinite(total) && total >= 0 ? total : null
  return {
    ...values,
    own,
    set,
    method: values.method,
    query: {
      ...(own === null ? { line: Math.max(1, values.line) } : { line_total: own }),
      ...(values.method === '' ? {} : { method: values.method }),
    },
    chips: [
      ...(own === null ? [] : [`总分线 ${own} 分（不改设置）`]),
      ...(values.method === '' ? [] : [EFFECTIVE_LINE_METHODS[values.method]]),
    ],
  }
}

export function LineChoice(props: {
  lines: readonly { name: string; total_milli: number; by_share?: boolean }[] | undefined
  /** Of the total; without it there is no slider. */
  fullMilli?: number
}) {
  const { line, own, set } = useLine()
  const chosen = props.lines?.[Math.min(line, props.lines.length) - 1]
  const shown = own ?? (chosen ? chosen.total_milli / MILLI_PER_POINT : null)
  return (
    <>
      <FilterField label="线">
        <HTMLSelect
          value={own === null ? line : 0}
          onChange={({ currentTarget }) =>
            set({ line: Number(currentTarget.value) || 1, line_total: '' })
          }
        >
          {own !== null && <option value={0}>{own} 分</option>}
          {props.lines?.map(({ name, total_milli, by_share }, at) => (
            <option key={name} value={at + 1}>
              {name}（{by_share ? '按比例预设，' : ''}
              {formatMilli(total_milli)} 分）
            </option>
          ))}
        </HTMLSelect>
      </FilterField>
      <OwnLine key={own ?? ''} value={own} onChange={(next) => set({ line_total: next })} />
      {props.fullMilli !== undefined && shown !== null && (
        <LineSlider
          key={`slider ${shown}`}
          value={shown}
          full={props.fullMilli / MILLI_PER_POINT}
          onChange={(next) => set({ line_total: String(next) })}
        />
      )}
    </>
  )
}

function OwnLine(props: { value: number | null; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(props.value === null ? '' : String(props.value))
  const take = () => props.onChange(typed.trim())
  return (
    <FilterField label="或总分线">
      <NumericInput
        value={typed}
        min={0}
        buttonPosition="none"
        placeholder="分"
        style={{ width: 64 }}
        onValueChange={(_, text) => setTyped(text)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
        aria-label="自定总分线（分）"
      />
    </FilterField>
  )
}

/** The line under one's hand: what it does to the figures is seen as soon as it is let go. @source reports P10 */
function LineSlider(props: { value: number; full: number; onChange: (value: number) => void }) {
  const [held, setHeld] = useState(props.value)
  return (
    <FilterField label={`拖动 ${held} 分`}>
      <span className={css['lineSlider']}>
        <Slider
          min={0}
          max={Math.max(props.full, Math.ceil(props.value))}
          stepSize={1}
          labelRenderer={false}
          value={Math.round(held)}
          onChange={setHeld}
          onRelease={props.onChange}
          handleHtmlProps={{ 'aria-label': '总分线（分）' }}
        />
      </span>
    </FilterField>
  )
}

export function MethodChoice({ own }: { own: string | undefined }) {
  const { method, set } = useLine()
  return (
    <FilterField label="单科线">
      <HTMLSelect
        value={method}
        onChange={({ currentTarget }) =>
          set({ method: METHODS.find((one) => one === currentTarget.value) ?? '' })
        }
      >
        <option value="">{own && method === '' ? `${own}（设置）` : '按设置'}</option>
        {METHODS.map((one) => (
          <option key={one} value={one}>
            {EFFECTIVE_LINE_METHODS[one]}
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}

const NO_LINES = {
  title: '还没有上线分数线',
  text: '请在「报表设置」的「上线」中填写，或在上方直接输入一个总分线。',
}

/** What each subject adds to being on a line, class by class. @source reports P10 */
export function SubjectLineReport(props: { mayExport: boolean }) {
  const { query, chips, subject_lines: byHand, set, own, method } = useLine()
  const { examId } = useReportFilters()
  return (
    <ReportPage
      report={subjectLineReport}
      page="subjectLine"
      mayExport={props.mayExport}
      rowKey={({ group }) => group.id ?? 0}
      query={{ ...query, ...(byHand === '' ? {} : { subject_lines: byHand }) }}
      chips={[...chips, ...(byHand === '' ? [] : ['手工设定单科线'])]}
      isHeated
      isSummary={(row) => row.is_reference}
      renderFilters={(reply) => (
        <>
          <LineChoice
            lines={reply?.lines}
            {...(reply ? { fullMilli: sumOf(reply.subjects) } : {})}
          />
          <MethodChoice own={reply && EFFECTIVE_LINE_METHODS[reply.method]} />
          {reply && (
            <SubjectLines
              reply={reply}
              value={byHand}
              examId={examId}
              onChange={(next) => set({ subject_lines: next })}
            />
          )}
          {reply && (own !== null || method !== '') && (
            <SaveLine
              examId={examId}
              lines={reply.lines}
              total={own}
              method={method === '' ? null : method}
              onSaved={() => set({ line_total: '', method: '', line: 1 })}
            />
          )}
        </>
      )}
      renderAbove={(reply) => (
        <StatTiles>
          {subjectLineReport.figures?.(reply).map(({ label, text }) => (
            <StatTile key={label} label={label} value={text} />
          ))}
        </StatTiles>
      )}
      empty={NO_LINES}
    />
  )
}

const sumOf = (subjects: readonly { full_milli: number }[]): number =>
  subjects.reduce((sum, { full_milli }) => sum + full_milli, 0)

/** All lines at once, cumulative and between them, against what the school means to reach. @source reports P10 */
export function StepLineReport(props: { mayExport: boolean }) {
  const { examId } = useReportFilters()
  return (
    <ReportPage
      report={stepLineReport}
      page="stepLine"
      mayExport={props.mayExport}
      rowKey={({ group }) => group.id ?? 0}
      isSummary={(row) => row.is_reference}
      renderFilters={(reply) => reply && <StepTargets reply={reply} examId={examId} />}
      empty={NO_LINES}
    />
  )
}

/** Each line, how many are on it and how many nearly. @source reports P10 */
export function LineOverviewReport(props: { mayExport: boolean }) {
  const { method } = useLine()
  return (
    <ReportPage
      report={lineOverviewReport}
      page="lineOverview"
      mayExport={props.mayExport}
      rowKey={({ name }) => name}
      query={method === '' ? {} : { method }}
      renderCells={() => ({ drag: (row) => <Drags row={row} /> })}
      renderFilters={(reply) => (
        <MethodChoice own={reply && EFFECTIVE_LINE_METHODS[reply.method]} />
      )}
      empty={NO_LINES}
    />
  )
}

/** The subjects that hold most of them back, each with its people. */
function Drags({ row }: { row: LineOverviewRow }) {
  const { kept } = useReportFilters()
  const line_total = row.total_milli / MILLI_PER_POINT
  return row.drag.map(({ subject_id, subject_name, mismatch }, index) => (
    <span key={subject_id}>
      {index > 0 && '，'}
      <Link
        to={reportAddress('critical', kept, { subject_id, line_total, list: 'mismatch' })}
        title={`看是哪 ${mismatch} 人：${row.name}上线而${subject_name}未上线`}
      >
        {subject_name} {mismatch} 人
      </Link>
    </span>
  ))
}
