import { HTMLSelect, NumericInput } from '@blueprintjs/core'
import {
  lineOverviewReport,
  type LineSubjectRow,
  type ReplyOf,
  type reportSubjectLines,
  stepLineReport,
  subjectLineReport,
} from '@hengjuan/contracts'
import { EFFECTIVE_LINE_METHODS, formatMilli } from '@hengjuan/domain'
import { filter, FilterField, StatTile, StatTiles, useUrlFilters } from '@hengjuan/ui'
import { type ReactNode, useState } from 'react'
import { CountLink } from './CountLink.tsx'
import { ReportPage } from './ReportPage.tsx'
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
  lines: readonly { name: string; total_milli: number }[] | undefined
}) {
  const { line, own, set } = useLine()
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
          {props.lines?.map(({ name, total_milli }, at) => (
            <option key={name} value={at + 1}>
              {name}（{formatMilli(total_milli)} 分）
            </option>
          ))}
        </HTMLSelect>
      </FilterField>
      <OwnLine key={own ?? ''} value={own} onChange={(next) => set({ line_total: next })} />
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
  const { query, chips, subject_lines: byHand, set } = useLine()
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
      renderCells={(reply) =>
        lineCells(reply, { ...query, ...(byHand === '' ? {} : { subject_lines: byHand }) })
      }
      renderFilters={(reply) => (
        <>
          <LineChoice lines={reply?.lines} />
          <MethodChoice own={reply && EFFECTIVE_LINE_METHODS[reply.method]} />
          {reply && (
            <SubjectLines
              reply={reply}
              value={byHand}
              examId={examId}
              onChange={(next) => set({ subject_lines: next })}
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

/** Counts lead to the people behind them, with the same line. @source reports 2.5 */
function lineCells(
  { line, subjects }: ReplyOf<typeof reportSubjectLines>,
  more: Record<string, string | number>,
): Record<string, (row: LineSubjectRow) => ReactNode> {
  if (!line) return {}
  const parts = subjects.flatMap(({ subject_id, subject_name }, index) =>
    (['mismatch', 'waste'] as const).map((list): [string, (row: LineSubjectRow) => ReactNode] => [
      `${list}:${subject_id}`,
      ({ cells, group }) => (
        <CountLink
          to="critical"
          count={cells[index]?.[list] ?? 0}
          label={`${subject_name}${list === 'mismatch' ? '错位' : '浪费'}`}
          {...(group.kind === 'class' ? { classId: group.id } : {})}
          more={{ ...more, list, subject_id }}
        />
      ),
    ]),
  )
  return {
    total_on: ({ total_on, group }) => (
      <CountLink
        count={total_on}
        label={`${line.name}上线`}
        {...(group.kind === 'class' ? { classId: group.id } : {})}
        more={{ score_from: line.total_milli / 1000 }}
      />
    ),
    ...Object.fromEntries(parts),
  }
}

/** All lines at once, cumulative and between them. @source reports P10 */
export const StepLineReport = (props: { mayExport: boolean }) => (
  <ReportPage
    report={stepLineReport}
    page="stepLine"
    mayExport={props.mayExport}
    rowKey={({ group }) => group.id ?? 0}
    isSummary={(row) => row.is_reference}
    empty={NO_LINES}
  />
)

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
      renderFilters={(reply) => (
        <MethodChoice own={reply && EFFECTIVE_LINE_METHODS[reply.method]} />
      )}
      empty={NO_LINES}
    />
  )
}
