import { useRoute } from '@hengjuan/client/react'
import { exportItems, reportItems, type ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  DownloadButton,
  EmptyState,
  Panel,
  StatTile,
  StatTiles,
} from '@hengjuan/ui'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { ClassDots } from './ClassDots.tsx'
import { FooterNote } from './FooterNote.tsx'
import { ItemDrawer } from './ItemDrawer.tsx'
import { ItemScatter } from './ItemScatter.tsx'
import css from './report.module.css'
import { ReportShell } from './ReportShell.tsx'
import { useReportFilters } from './use-report-filters.ts'
import { indexText, meanText, percentText, percentValue } from './words.ts'

type Report = ReplyOf<typeof reportItems>
export type ItemRow = Report['rows'][number]

/** Every question: how hard, how telling, and where the classes differ. */
export function ItemReport(props: { mayExport: boolean }) {
  const { query, examId, subjectId } = useReportFilters()
  const [opened, setOpened] = useState<string | null>(null)
  const { data, error, refetch } = useRoute(
    reportItems,
    { query },
    { placeholderData: keepPreviousData },
  )
  const whole = useRoute(reportItems, { query: { exam_id: examId, subject_id: subjectId } })
  const item = data?.rows.find(({ no }) => no === opened) ?? null
  // Without a subject in the address the first one is shown.
  const shown =
    data?.subjects.find(({ subject_id }) => subject_id === subjectId) ?? data?.subjects[0]
  return (
    <ReportShell
      page="little"
      frame={data}
      classes={whole.data?.classes}
      error={error}
      onRetry={() => void refetch()}
      withoutTotal
      actions={
        props.mayExport && (
          <DownloadButton route={exportItems} input={{ query }}>
            导出小题得分率
          </DownloadButton>
        )
      }
    >
      {data && (
        <div className={css['stack']}>
          <PaperTiles paper={data.paper} />
          <Panel
            title="小题"
            note="点一行查看选项分布、各班得分率与作答示例"
            footer={<FooterNote footer={data.footer} />}
            flush
          >
            <DataTable
              label="小题得分"
              columns={columnsOf(data)}
              rows={data.rows}
              rowKey={(row) => row.no}
              rowHeight={36}
              currentKey={opened}
              onOpenRow={({ no }) => setOpened(no)}
              maxHeight="560px"
              empty={<EmptyState title="这一科没有题目">请核对答题卡的题目设置。</EmptyState>}
            />
          </Panel>
          <Panel title="难度与区分度" note="右上为区分良好的中等及较易题，右下、左下需要留意">
            <ItemScatter rows={data.rows} onPick={setOpened} />
          </Panel>
          <ItemDrawer
            item={item}
            classes={data.classes}
            subject={{ examId, subjectId: shown?.subject_id ?? subjectId }}
            onClose={() => setOpened(null)}
          />
        </div>
      )}
    </ReportShell>
  )
}

function PaperTiles({ paper }: { paper: Report['paper'] }) {
  return (
    <StatTiles>
      <StatTile label="均分" value={meanText(paper.mean_milli)} />
      <StatTile label="标准差" value={meanText(paper.sd_milli)} note="÷N" />
      <StatTile label="难度" value={indexText(paper.difficulty)} note="均分 / 满分，越高越易" />
      <StatTile label="信度 α" value={indexText(paper.alpha)} note="0.75 以上为良好" />
      <StatTile
        label="测量标准误"
        value={meanText(paper.sem_milli)}
        note="分；约 68% 的真分数在 ± 此值内"
      />
    </StatTiles>
  )
}

function columnsOf(data: Report): Column<ItemRow>[] {
  return [
    {
      key: 'no',
      title: '题号',
      width: 80,
      frozen: true,
      render: (row) => <strong>{row.no}</strong>,
    },
    { key: 'type', title: '题型', width: 96, render: (row) => row.type_name },
    {
      key: 'full',
      title: '满分',
      width: 64,
      align: 'right',
      render: (row) => formatMilli(row.full_milli),
    },
    {
      key: 'mean',
      title: '均分',
      width: 72,
      align: 'right',
      sortBy: (row) => row.mean_milli,
      render: (row) => meanText(row.mean_milli),
    },
    {
      key: 'rate',
      title: '得分率',
      hint: '所得分之和 / 应得分之和',
      width: 176,
      sortBy: (row) => percentValue(row.rate),
      render: (row) => (
        <span className={css['rateCell']}>
          <span className={css['rateBar']}>
            <span style={{ width: `${percentValue(row.rate) ?? 0}%` }} />
          </span>
          <span className={css['number']}>{percentText(row.rate)}</span>
        </span>
      ),
    },
    {
      key: 'classes',
      title: '各班得分率',
      hint: '每点一个班，竖线为所列学生的得分率；左 0%，右 100%',
      width: 216,
      grow: true,
      render: (row) => (
        <ClassDots
          rates={row.by_class.map((ratio, index) => ({
            name: data.classes[index]?.class_name ?? '',
            ratio,
          }))}
          all={row.rate}
        />
      ),
    },
    {
      key: 'difficulty',
      title: '难度',
      hint: '均分 / 满分，0 到 1，越高越易',
      width: 72,
      align: 'right',
      sortBy: (row) => row.difficulty,
      render: (row) => indexText(row.difficulty),
    },
    {
      key: 'distinction',
      title: '区分度',
      hint: '前 27% 与后 27% 得分率之差；低于 0.20 为差',
      width: 84,
      align: 'right',
      sortBy: (row) => row.distinction,
      render: (row) => (
        <span className={row.distinction !== null && row.distinction < 0.2 ? css['bad'] : ''}>
          {row.distinction !== null && row.distinction < 0.2 ? '! ' : ''}
          {indexText(row.distinction)}
        </span>
      ),
    },
    {
      key: 'full_count',
      title: '满分人数',
      width: 92,
      align: 'right',
      sortBy: (row) => row.full_count,
      render: (row) => row.full_count,
    },
    {
      key: 'zero_count',
      title: '零分人数',
      width: 92,
      align: 'right',
      sortBy: (row) => row.zero_count,
      render: (row) => row.zero_count,
    },
    {
      key: 'omitted',
      title: '未作答率',
      hint: '没有填涂，或作答区经确认为空白的人数 / 应答人数；他们得 0 分，也计入零分人数',
      width: 92,
      align: 'right',
      sortBy: (row) => percentValue(row.omitted),
      render: (row) => percentText(row.omitted),
    },
    // Only where there is something to say: most papers have a mark.
    ...(data.paper.no_mark > 0
      ? [
          {
            key: 'no_mark',
            title: '违纪或作废',
            hint: '本题按违纪或作废处理的人数；不计入均分、得分率、难度、区分度和各班得分率',
            width: 100,
            align: 'right' as const,
            sortBy: (row: ItemRow) => row.no_mark,
            render: (row: ItemRow) => row.no_mark,
          },
        ]
      : []),
    { key: 'key', title: '答案', width: 72, align: 'center', render: (row) => row.key ?? '' },
  ]
}
