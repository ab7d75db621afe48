import { HTMLSelect, Switch } from '@blueprintjs/core'
import { itemReport, type ItemRow } from '@hengjuan/contracts'
import type { ReplyOf, reportItems } from '@hengjuan/contracts'
import { figureText } from '@hengjuan/domain'
import {
  ChartFigure,
  DotStrip,
  filter,
  FilterField,
  Panel,
  StatTile,
  StatTiles,
  useUrlFilters,
} from '@hengjuan/ui'
import { ItemDrawer } from './ItemDrawer.tsx'
import { RateCell } from './report-cells.tsx'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { useReportFilters } from './use-report-filters.ts'
import { percentText, shareOf } from './words.ts'

type Reply = ReplyOf<typeof reportItems>
const filters = {
  flag: filter.oneOf(['all', 'only'], 'all'),
  type: filter.text(),
  point: filter.text(),
  sort: filter.oneOf(['no', 'rate', 'distinction', 'r_rest', 'efficiency', 'omitted'], 'no'),
  /** Question that is open, by its number. */
  open: filter.text(),
}

const SORTS = {
  no: '按题号',
  rate: '得分率从低到高',
  distinction: '区分度从低到高',
  r_rest: '题总相关从低到高',
  efficiency: '区分效率从低到高',
  omitted: '未作答率从高到低',
} as const

/** Every question: how hard, how telling, and where the classes differ. @source reports P06 */
export function ItemReport(props: { mayExport: boolean }) {
  const { examId, subjectId } = useReportFilters()
  const { values, set } = useUrlFilters(filters)
  const opened = values.open === '' ? null : values.open
  const setOpened = (no: string | null) => set({ open: no ?? '' })
  const isOnly = values.flag === 'only'
  return (
    <ReportPage
      report={itemReport}
      page="little"
      mayExport={props.mayExport}
      rowKey={(row) => row.no}
      query={{
        flag: values.flag,
        ...(values.type === '' ? {} : { type: values.type }),
        ...(values.point === '' ? {} : { point: values.point }),
        ...(values.sort === 'no' ? {} : { sort: values.sort }),
      }}
      chips={[
        ...(isOnly ? ['只列有标记的题'] : []),
        ...[values.type, values.point].filter((text) => text !== ''),
        ...(values.sort === 'no' ? [] : [SORTS[values.sort]]),
      ]}
      note="点一行查看选项分布、各班得分率与作答示例"
      onOpenRow={({ no }) => setOpened(no)}
      currentKey={opened}
      renderCells={cellsOf}
      renderAbove={(reply) => <PaperTiles paper={reply.paper} />}
      renderCharts={(reply) => (
        <Panel title="难度与区分度" note="右上为区分良好的中等及较易题，右下、左下需要留意">
          <Scatter reply={reply} onPick={setOpened} />
        </Panel>
      )}
      renderFilters={(reply) => (
        <>
          <Choice
            label="题型"
            options={reply?.types ?? []}
            value={values.type}
            onChange={(type) => set({ type })}
          />
          <Choice
            label="知识点"
            options={reply?.points ?? []}
            value={values.point}
            onChange={(point) => set({ point })}
          />
          <FilterField label="排列">
            <HTMLSelect
              value={values.sort}
              onChange={({ currentTarget }) =>
                set({ sort: currentTarget.value as keyof typeof SORTS })
              }
            >
              {Object.entries(SORTS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
          <Switch
            className={css['switch'] ?? ''}
            checked={isOnly}
            label="只看有标记的题"
            onChange={() => set({ flag: isOnly ? 'all' : 'only' })}
          />
        </>
      )}
      renderBelow={(reply) => (
        <ItemDrawer
          item={reply.rows.find(({ no }) => no === opened) ?? null}
          classes={reply.shown_classes}
          subject={{
            examId,
            // Without a subject in the address the first one is shown.
            subjectId: reply.subjects.some(({ subject_id }) => subject_id === subjectId)
              ? subjectId
              : (reply.subjects[0]?.subject_id ?? subjectId),
          }}
          onClose={() => setOpened(null)}
        />
      )}
      empty={
        values.type !== '' || values.point !== ''
          ? { title: '没有这样的题', text: '请换一个题型或知识点。' }
          : isOnly
            ? { title: '没有需要留意的题', text: '所有题目的指标都在正常范围内。' }
            : { title: '这一科没有题目', text: '请核对答题卡的题目设置。' }
      }
    />
  )
}

/** One of several, or all; nothing to choose where there are fewer than two and none is chosen. */
function Choice(props: {
  label: string
  options: readonly string[]
  value: string
  onChange: (value: string) => void
}) {
  const { options, value } = props
  if (options.length < 2 && value === '') return null
  return (
    <FilterField label={props.label}>
      <HTMLSelect
        value={value}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      >
        <option value="">全部{props.label}</option>
        {[...new Set([...options, ...(value === '' ? [] : [value])])].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}

function Scatter({ reply, onPick }: { reply: Reply; onPick: (no: string) => void }) {
  const [chart] = itemReport.charts?.(reply) ?? []
  if (!chart || chart.labels.length === 0)
    return <p className={css['muted']}>实考不足 10 人，不计算难度与区分度。</p>
  return (
    <ChartFigure
      data={chart}
      height={300}
      onPick={(index) => {
        const no = chart.labels[index]
        if (no !== undefined) onPick(no)
      }}
    />
  )
}

const WHOLE = [0, 1] as const

const cellsOf = (reply: Reply) => ({
  rate: (row: ItemRow) => (
    <span className={css['rateAndDots']}>
      <RateCell ratio={row.rate} text={percentText(row.rate)} />
      <DotStrip
        label="各班得分率"
        dots={row.by_class.map((ratio, index) => ({
          name: reply.shown_classes[index]?.class_name ?? '',
          value: shareOf(ratio),
        }))}
        reference={shareOf(row.rate)}
        scale={WHOLE}
        figure="rate"
      />
    </span>
  ),
  distinction: (row: ItemRow) => (
    <span className={row.distinction !== null && row.distinction < 0.2 ? css['bad'] : ''}>
      {row.distinction !== null && row.distinction < 0.2 ? '! ' : ''}
      {figureText(row.distinction, 'index')}
    </span>
  ),
  flags: (row: ItemRow) => (
    <span className={css['flags']} title={row.flags.map(({ text }) => text).join('；')}>
      {row.flags.map(({ text }) => text).join('；')}
    </span>
  ),
})

function PaperTiles({ paper }: { paper: Reply['paper'] }) {
  return (
    <StatTiles>
      <StatTile label="均分" value={figureText(paper.mean_milli, 'milli')} note={`${paper.n} 人`} />
      <StatTile label="标准差" value={figureText(paper.sd_milli, 'milli')} note="÷N" />
      <StatTile
        label="难度"
        value={figureText(paper.difficulty, 'index')}
        note="均分 / 满分，越高越易"
      />
      <StatTile label="信度 α" value={figureText(paper.alpha, 'index')} note="0.75 以上为良好" />
      <StatTile
        label="测量标准误"
        value={figureText(paper.sem_milli, 'milli')}
        note="分；约 68% 的真分数在 ± 此值内"
      />
    </StatTiles>
  )
}
