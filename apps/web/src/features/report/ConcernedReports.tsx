import { HTMLSelect } from '@blueprintjs/core'
import { criticalReport, excellentReport, MOVES, topColumns } from '@hengjuan/contracts'
import { signedFigureText, TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import { filter, FilterField, SearchField, Segmented, Sparkline, useUrlFilters } from '@hengjuan/ui'
import { LineChoice, useLine } from './LineReports.tsx'
import { NoteCell } from './NoteCell.tsx'
import { ReportPage } from './ReportPage.tsx'
import { SecondTable } from './SecondTable.tsx'
import { useReportFilters } from './use-report-filters.ts'

const ALL = 5000
const LISTS = [
  { value: 'critical', label: '全部临界' },
  { value: 'push', label: '线下' },
  { value: 'hold', label: '线上' },
  { value: 'uneven', label: '偏科' },
  { value: 'slump', label: '滑坡' },
  { value: 'volatile', label: '波动' },
  { value: 'odd', label: '异常' },
  { value: 'mismatch', label: '错位' },
  { value: 'waste', label: '浪费' },
] as const
/** Lists that say something of one subject alone. */
const OF_A_SUBJECT: readonly string[] = ['mismatch', 'waste']

const NOBODY: Partial<Record<(typeof LISTS)[number]['value'], { title: string; text: string }>> = {
  uneven: { title: '没有偏科的学生', text: '各科 Z 的差距都在 1.5 以内。' },
  slump: {
    title: '没有滑坡的学生',
    text: '没有人的 Z 比前三次平均低 0.5 以上；或没有同一届更早的已发布考试。',
  },
  volatile: {
    title: '没有波动大的学生',
    text: '近五次 Z 的标准差都在 0.6 以内；至少要三次考试才计算。',
  },
  odd: {
    title: '没有异常的成绩',
    text: '没有客观与主观得分率悬殊、零分、全选同一项，或比上次低 2 个标准差的人。',
  },
}
const WIDTHS = [5, 10, 15, 20, 30, 50]
const filters = {
  keyword: filter.text(),
  list: filter.oneOf(
    LISTS.map(({ value }) => value),
    'critical',
  ),
  below: filter.number(0),
  above: filter.number(0),
}

/** Who is just below a line, and just on it; and whose subjects lie far apart. @source reports P11 */
export function CriticalReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { query, chips, subject_lines: byHand } = useLine()
  const { keyword, list } = values
  const { examId, subjectId } = useReportFilters()
  const isWatched = list in NOBODY
  const width = (name: 'below' | 'above') =>
    WIDTHS.includes(values[name]) ? { [name]: values[name] } : {}
  return (
    <ReportPage
      report={criticalReport}
      page="critical"
      mayExport={props.mayExport}
      rowKey={({ candidate_id }) => candidate_id}
      query={{
        ...query,
        ...(byHand === '' ? {} : { subject_lines: byHand }),
        list,
        ...width('below'),
        ...width('above'),
        ...(keyword === '' ? {} : { keyword }),
      }}
      pageOnly={{ limit: ALL }}
      chips={[...chips, LISTS.find(({ value }) => value === list)?.label ?? '']}
      note={isWatched ? '最需要留意的在前' : '先线下、再线上，离线最近的在前'}
      renderCells={(reply) => ({
        trend: ({ trend }) => (
          <Sparkline
            label={`历次 Z：${trend.map((z) => signedFigureText(z, 'index')).join('，')}`}
            values={trend}
          />
        ),
        note: (row) => <NoteCell examId={examId} row={row} />,
        ...(reply.line ? {} : { gap_milli: () => '—' }),
      })}
      renderFilters={(reply) => (
        <>
          <LineChoice lines={reply?.lines} />
          {(['below', 'above'] as const).map((name) => (
            <FilterField key={name} label={name === 'below' ? '线下' : '线上'}>
              <HTMLSelect
                value={values[name]}
                onChange={({ currentTarget }) => set({ [name]: Number(currentTarget.value) })}
              >
                <option value={0}>{reply && !values[name] ? `${reply[name]} 分` : '默认'}</option>
                {WIDTHS.map((one) => (
                  <option key={one} value={one}>
                    {one} 分以内
                  </option>
                ))}
              </HTMLSelect>
            </FilterField>
          ))}
          <Segmented
            label="名单"
            options={LISTS.filter(
              ({ value }) => subjectId !== TOTAL_SUBJECT_ID || !OF_A_SUBJECT.includes(value),
            )}
            value={list}
            onChange={(next) => set({ list: next })}
          />
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名或考号"
          />
        </>
      )}
      empty={
        isWatched
          ? NOBODY[list]
          : { title: '这条线附近没有学生', text: '请放宽线上线下的范围，或换一条线。' }
      }
    />
  )
}

const TOPS = [10, 20, 50, 100, 200, 500]
const PERCENTS = [1, 3, 5, 10, 15, 20, 30]

/** The best, and how many of them are in which class. @source reports P12 */
export function ExcellentReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters({
    /** 0: as the school set it. */
    top: filter.number(0),
    /** 0: by a number of people. */
    top_percent: filter.number(0),
    keyword: filter.text(),
    move: filter.oneOf(['all', 'stayed', 'entered', 'fell'], 'all'),
  })
  const percent = PERCENTS.includes(values.top_percent) ? values.top_percent : 0
  const top = percent === 0 && TOPS.includes(values.top) ? values.top : 0
  const { keyword, move } = values
  return (
    <ReportPage
      report={excellentReport}
      page="excellent"
      mayExport={props.mayExport}
      rowKey={({ candidate_id }) => candidate_id}
      query={{
        ...(top === 0 ? {} : { top }),
        ...(percent === 0 ? {} : { top_percent: percent }),
        ...(keyword === '' ? {} : { keyword }),
        ...(move === 'all' ? {} : { move }),
      }}
      pageOnly={{ limit: ALL }}
      chips={[
        ...(top === 0 ? [] : [`前 ${top} 名`]),
        ...(percent === 0 ? [] : [`前 ${percent}%`]),
        ...(move === 'all' ? [] : [MOVES[move]]),
      ]}
      isHeated
      hasChartsAlways
      compareDefault="上一次考试"
      renderFilters={(reply) => (
        <>
          <FilterField label="前">
            <HTMLSelect
              value={percent > 0 ? `${percent}%` : top}
              onChange={({ currentTarget: { value } }) =>
                set(
                  value.endsWith('%')
                    ? { top: 0, top_percent: Number.parseInt(value, 10) }
                    : { top: Number(value), top_percent: 0 },
                )
              }
            >
              <option value={0}>
                {reply && top === 0 && percent === 0 ? `${reply.top} 名（设置）` : '按设置'}
              </option>
              {TOPS.map((one) => (
                <option key={one} value={one}>
                  {one} 名
                </option>
              ))}
              {PERCENTS.map((one) => (
                <option key={`${one}%`} value={`${one}%`}>
                  {reply && percent === one ? `${one}%（${reply.top} 名）` : `${one}%`}
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
          {reply?.moves && !reply.counts_only && (
            <Segmented
              label={`与${reply.compared?.exam_name ?? ''}相比`}
              options={[
                { value: 'all', label: '全部' },
                ...(['stayed', 'entered', 'fell'] as const).map((one) => ({
                  value: one,
                  label: MOVES[one],
                  count: reply.moves?.[one] ?? 0,
                })),
              ]}
              value={move}
              onChange={(next) => set({ move: next })}
            />
          )}
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名或考号"
          />
        </>
      )}
      renderBelow={(reply) => (
        <SecondTable
          title="各班人数"
          columns={topColumns(reply)}
          rows={reply.counts}
          rowKey={({ group }) => group.id ?? group.name}
        />
      )}
      empty={{
        title: '没有名单',
        text: '义务教育阶段只显示各班人数；或当前身份可见的班级中没有人在前若干名。',
      }}
    />
  )
}
