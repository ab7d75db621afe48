import { useRoute } from '@hengjuan/client/react'
import { exportAverages, reportClassAverages, type ReplyOf } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import {
  ChartFigure,
  type Column,
  DataTable,
  DownloadButton,
  EmptyState,
  Panel,
} from '@hengjuan/ui'
import { FooterNote } from './FooterNote.tsx'
import css from './report.module.css'
import { ReportShell } from './ReportShell.tsx'
import { useReportFilters } from './use-report-filters.ts'
import { meanText, percentText, percentValue, shareOf, signedText } from './words.ts'

type Row = ReplyOf<typeof reportClassAverages>['rows'][number]
type RateKey = 'excellent_rate' | 'good_rate' | 'pass_rate' | 'low_rate'

const rate = (key: RateKey, title: string, hint: string): Column<Row> => ({
  key,
  title,
  hint,
  width: 92,
  align: 'right',
  sortBy: ({ figures }) => percentValue(figures[key]),
  render: ({ figures }) => (
    <span title={`${figures[key].num} / ${figures[key].den} 人`}>{percentText(figures[key])}</span>
  ),
})

const columns: Column<Row>[] = [
  {
    key: 'class',
    title: '班级',
    width: 120,
    grow: true,
    frozen: true,
    sortBy: (row) => row.class_name,
    render: (row) => (row.class_id === null ? <strong>{row.class_name}</strong> : row.class_name),
  },
  {
    key: 'present',
    title: '实考 / 应考',
    width: 100,
    align: 'right',
    render: ({ figures }) => `${figures.present} / ${figures.registered}`,
  },
  {
    key: 'mean',
    title: '均分',
    width: 84,
    align: 'right',
    sortBy: ({ figures }) => figures.mean_milli,
    render: ({ figures }) => <strong>{meanText(figures.mean_milli)}</strong>,
  },
  {
    key: 'difference',
    title: '与年级差',
    hint: '班级均分减年级均分；灰色表示差异不显著（小于两倍标准误）',
    width: 100,
    align: 'right',
    sortBy: (row) => row.difference_milli,
    render: (row) => (
      <span
        className={
          row.insignificant || row.difference_milli === null
            ? css['faint']
            : (row.difference_milli ?? 0) < 0
              ? css['bad']
              : css['ok']
        }
        title={row.insignificant ? '差异不显著' : undefined}
      >
        {signedText(row.difference_milli)}
      </span>
    ),
  },
  {
    key: 'rank',
    title: '名次',
    width: 64,
    align: 'right',
    sortBy: (row) => (row.mean_rank === null ? null : -row.mean_rank),
    render: (row) => row.mean_rank ?? '–',
  },
  {
    key: 'max',
    title: '最高',
    width: 76,
    align: 'right',
    sortBy: ({ figures }) => figures.max_milli,
    render: ({ figures }) => (figures.max_milli === null ? '–' : formatMilli(figures.max_milli)),
  },
  {
    key: 'min',
    title: '最低',
    width: 76,
    align: 'right',
    sortBy: ({ figures }) => figures.min_milli,
    render: ({ figures }) => (figures.min_milli === null ? '–' : formatMilli(figures.min_milli)),
  },
  {
    key: 'sd',
    title: '标准差',
    width: 84,
    align: 'right',
    sortBy: ({ figures }) => figures.sd_milli,
    render: ({ figures }) => meanText(figures.sd_milli),
  },
  rate('excellent_rate', '优秀率', '得分不低于满分的 90%'),
  rate('good_rate', '良好率', '得分不低于满分的 80%，含优秀'),
  rate('pass_rate', '及格率', '得分不低于满分的 60%'),
  rate('low_rate', '低分率', '得分低于满分的 30%'),
]

/** The classes beside each other and beside the grade. */
export function ClassReport(props: { mayExport: boolean }) {
  const { query, examId, subjectId } = useReportFilters()
  const { data, error, refetch } = useRoute(reportClassAverages, {
    query: { exam_id: examId, subject_id: subjectId },
  })
  const classes = data?.rows.filter(({ class_id }) => class_id !== null) ?? []
  const grade = data?.rows.find(({ class_id }) => class_id === null)
  return (
    <ReportShell
      page="class"
      frame={data}
      error={error}
      onRetry={() => void refetch()}
      actions={
        props.mayExport && (
          <DownloadButton route={exportAverages} input={{ query }}>
            导出班级均分
          </DownloadButton>
        )
      }
    >
      {data && (
        <div className={css['stack']}>
          <div className={css['twoEqual']}>
            <Panel>
              <ChartFigure
                height={240}
                data={{
                  kind: 'dots',
                  title: '各班均分',
                  xTitle: '班级',
                  yTitle: '均分',
                  figure: 'milli',
                  labels: classes.map(({ class_name }) => class_name),
                  series: [
                    { name: '均分', values: classes.map(({ figures }) => figures.mean_milli) },
                  ],
                  references:
                    grade?.figures.mean_milli === null || !grade
                      ? []
                      : [{ value: grade.figures.mean_milli, label: grade.class_name }],
                }}
              />
            </Panel>
            <Panel>
              <ChartFigure
                height={240}
                data={{
                  kind: 'bars',
                  title: '各班优秀率与及格率',
                  xTitle: '班级',
                  yTitle: '占实考人数',
                  figure: 'rate',
                  labels: classes.map(({ class_name }) => class_name),
                  series: [
                    {
                      name: '及格率',
                      values: classes.map(({ figures }) => shareOf(figures.pass_rate)),
                    },
                    {
                      name: '优秀率',
                      values: classes.map(({ figures }) => shareOf(figures.excellent_rate)),
                    },
                  ],
                }}
              />
            </Panel>
          </div>
          <Panel flush footer={<FooterNote footer={data.footer} />}>
            <DataTable
              label="班级均分"
              columns={columns}
              rows={data.rows}
              rowKey={(row) => row.class_id ?? 0}
              maxHeight="none"
              empty={<EmptyState title="没有可见的班级" />}
            />
          </Panel>
        </div>
      )}
    </ReportShell>
  )
}
