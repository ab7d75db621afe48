import { useRoute } from '@hengjuan/client/react'
import { analysisTrend, type ReplyOf } from '@hengjuan/contracts'
import { type ChartData, figureText, formatMilli, levelSteps } from '@hengjuan/domain'
import {
  ChartFigure,
  EmptyState,
  ErrorState,
  Segmented,
  SimpleTable,
  SkeletonLines,
} from '@hengjuan/ui'
import { useState } from 'react'
import css from './trend.module.css'

type Trend = ReplyOf<typeof analysisTrend>
type Series = Trend['series'][number]

/** How somebody stood from exam to exam; the own standing without a student. @source reports P25 */
export function TrendPanel({ studentId }: { studentId?: number }) {
  const { data, error, refetch } = useRoute(analysisTrend, {
    query: studentId === undefined ? {} : { student_id: studentId },
  })
  const [subjectId, setSubjectId] = useState<number | null>(null)
  if (error?.code === 'TREND_HIDDEN')
    return <EmptyState title="没有公布历次趋势">{error.message}</EmptyState>
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  const series = data.series.find(({ subject_id }) => subject_id === subjectId) ?? data.series[0]
  if (!series || data.exams.length < 2)
    return (
      <EmptyState title="还看不出趋势">
        发布过两场及以上考试的成绩后，这里显示每一场的位置。
      </EmptyState>
    )
  const chart = data.form === 'z' ? chartOf(data, series) : levelsOf(data, series)
  return (
    <div className={css['trend']}>
      <Segmented
        label="科目"
        options={data.series.map(({ subject_id, subject_name }) => ({
          value: subject_id,
          label: subject_name,
        }))}
        value={series.subject_id}
        onChange={setSubjectId}
      />
      {series.sentence !== null && <p className={css['sentence']}>{series.sentence}</p>}
      {chart && <ChartFigure data={chart} height={240} />}
      <TrendTable data={data} series={series} />
      <p className={css['how']}>
        {data.form === 'z'
          ? '标准分 0 为全体平均，1 为高出一个标准差。竖线是误差范围：同样水平再考一次，多半落在线内；相差不超过误差时不能说进步或退步。缺考的一场留空。'
          : '各场考试的等级，向上为更高的等级；相邻两级之间的差别可能只是一两道题。缺考的一场留空。'}
      </p>
    </div>
  )
}

const chartOf = ({ exams }: Trend, { subject_name, points }: Series): ChartData => ({
  kind: 'lines',
  title: `${subject_name}历次标准分`,
  xTitle: '考试',
  yTitle: '标准分',
  figure: 'index',
  labels: exams.map(({ name }) => name),
  series: [
    {
      name: subject_name,
      values: points.map(({ z }) => z?.v ?? null),
      lo: points.map(({ z }) => z?.lo ?? null),
      hi: points.map(({ z }) => z?.hi ?? null),
    },
  ],
  references: [{ value: 0, label: '全体平均' }],
})

/** Levels as the steps that they are; null where there are none, or no scheme has them together. @source reports P25 */
function levelsOf({ exams }: Trend, { subject_name, points }: Series): ChartData | null {
  const codes = points.map(({ level }) => level ?? null)
  const steps = levelSteps([...new Set(codes.filter((code) => code !== null))])
  return (
    steps && {
      kind: 'lines',
      title: `${subject_name}历次等级`,
      xTitle: '考试',
      yTitle: '等级',
      figure: 'count',
      steps,
      labels: exams.map(({ name }) => name),
      series: [
        {
          name: subject_name,
          values: codes.map((code) => (code === null ? null : steps.indexOf(code) + 1)),
        },
      ],
    }
  )
}

function TrendTable({ data, series }: { data: Trend; series: Series }) {
  const rows = data.exams.map((exam, at) => ({ ...exam, point: series.points[at] }))
  type Row = (typeof rows)[number]
  const hasScores = series.points.some(({ score_milli }) => score_milli !== undefined)
  const hasLevels = series.points.some(({ level }) => level != null)
  return (
    <SimpleTable
      label={`${series.subject_name}历次成绩`}
      rows={rows}
      rowKey={({ exam_id }) => exam_id}
      columns={[
        { key: 'exam', title: '考试', render: ({ name }: Row) => name },
        { key: 'date', title: '日期', render: ({ date }: Row) => date },
        { key: 'type', title: '类型', render: ({ type_name }: Row) => type_name },
        ...(hasScores
          ? [{ key: 'score', title: '得分', align: 'right' as const, render: scoreText }]
          : []),
        ...(hasLevels
          ? [{ key: 'level', title: '等级', render: ({ point }: Row) => point?.level ?? '—' }]
          : []),
        ...(data.form === 'z'
          ? [
              {
                key: 'z',
                title: '标准分',
                align: 'right' as const,
                render: ({ point }: Row) => figureText(point?.z?.v, 'index'),
              },
            ]
          : []),
      ]}
    />
  )

  function scoreText({ point }: Row) {
    if (point?.score_milli == null) return '—'
    const full = point.full_milli == null ? '' : ` / ${formatMilli(point.full_milli)}`
    return `${formatMilli(point.score_milli)}${full}${point.partial ? '（不全）' : ''}`
  }
}
