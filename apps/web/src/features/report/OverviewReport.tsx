import { useRoute } from '@hengjuan/client/react'
import { reportPaper, reportScoreSegments, type ReplyOf } from '@hengjuan/contracts'
import { formatMilli, histogramOf, TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import { ChartFigure, Panel, QueryView, StatTile, StatTiles } from '@hengjuan/ui'
import { Link } from 'react-router'
import { FooterNote } from './FooterNote.tsx'
import css from './report.module.css'
import { reportAddress } from './report-address.ts'
import { ReportShell } from './ReportShell.tsx'
import { useReportFilters } from './use-report-filters.ts'
import { meanText, percentText, percentValue } from './words.ts'

type Overview = ReplyOf<typeof reportPaper>

/** How good, how spread, where weak: on one screen. */
export function OverviewReport() {
  const { examId } = useReportFilters()
  const { data, error, refetch } = useRoute(reportPaper, { query: { exam_id: examId } })
  return (
    <ReportShell
      page="overview"
      frame={data && { subjects: data.subjects, footer: data.footer }}
      error={error}
      onRetry={() => void refetch()}
      withoutSubject
    >
      {data && <Content data={data} examId={examId} />}
    </ReportShell>
  )
}

function Content({ data, examId }: { data: Overview; examId: number }) {
  const { total } = data
  return (
    <div className={css['stack']}>
      <div className={css['sentences']}>
        {data.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <StatTiles>
        <StatTile
          label="总分均分"
          value={meanText(total.mean_milli)}
          unit={`/ ${formatMilli(data.total_full_milli)}`}
          note={`中位数 ${meanText(total.median_milli)}`}
        />
        <StatTile
          label="最高 / 最低"
          value={total.max_milli === null ? '–' : formatMilli(total.max_milli)}
          unit={total.min_milli === null ? '' : `/ ${formatMilli(total.min_milli)}`}
          note={`标准差 ${meanText(total.sd_milli)}`}
        />
        <StatTile
          label="及格率"
          value={percentText(total.pass_rate)}
          note={`${total.pass_rate.num} 人，60% 以上`}
        />
        <StatTile
          label="优秀率"
          value={percentText(total.excellent_rate)}
          note={`${total.excellent_rate.num} 人，90% 以上`}
        />
        <StatTile
          label="低分率"
          value={percentText(total.low_rate)}
          note={`${total.low_rate.num} 人，低于 30%`}
        />
        <StatTile
          label="总分完整"
          value={total.present}
          unit="人"
          note={`应考 ${total.registered} 人`}
        />
      </StatTiles>
      <div className={css['twoColumns']}>
        <Panel>
          <TotalDistribution examId={examId} fullMilli={data.total_full_milli} />
        </Panel>
        <Panel title="失分最多的题" note="按得分率从低到高">
          <ol className={css['weakest']}>
            {data.weakest.map((item) => (
              <li key={`${item.subject_id} ${item.no}`}>
                <Link
                  to={reportAddress('little', { exam_id: examId, subject_id: item.subject_id })}
                >
                  {item.subject_name} 第 {item.no} 题
                </Link>
                <span className={css['rateBar']}>
                  <span style={{ width: `${percentValue(item.rate) ?? 0}%` }} />
                </span>
                <span className={css['number']}>{percentText(item.rate)}</span>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <Panel title="各科" footer={<FooterNote footer={data.footer} extra="良好率含优秀" />}>
        <div className={css['subjectCards']}>
          {data.subjects.map((subject) => (
            <SubjectCard key={subject.subject_id} subject={subject} examId={examId} />
          ))}
        </div>
      </Panel>
    </div>
  )
}

function SubjectCard(props: { subject: Overview['subjects'][number]; examId: number }) {
  const { subject, examId } = props
  const { figures } = subject
  const share =
    figures.mean_milli === null ? 0 : (figures.mean_milli * 100) / Math.max(1, subject.full_milli)
  const rates = [
    ['优秀率', figures.excellent_rate],
    ['良好率', figures.good_rate],
    ['及格率', figures.pass_rate],
    ['低分率', figures.low_rate],
  ] as const
  return (
    <Link
      className={css['subjectCard'] ?? ''}
      to={reportAddress('class', { exam_id: examId, subject_id: subject.subject_id })}
    >
      <span className={css['subjectHead']}>
        <strong>{subject.subject_name}</strong>
        <small>
          实考 {figures.present} · 缺考 {figures.absent}
        </small>
      </span>
      <span className={css['subjectMean']}>
        {meanText(figures.mean_milli)}
        <small>/ {formatMilli(subject.full_milli)}</small>
      </span>
      <span className={css['rateBar']} title={`均分占满分 ${share.toFixed(1)}%`}>
        <span style={{ width: `${share}%` }} />
      </span>
      <dl className={css['rates']}>
        {rates.map(([label, ratio]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{percentText(ratio)}</dd>
          </div>
        ))}
      </dl>
    </Link>
  )
}

/** As many bars as say something: ten to twenty. */
const STEPS = [5, 10, 20, 50]

function TotalDistribution({ examId, fullMilli }: { examId: number; fullMilli: number }) {
  const width = STEPS.find((step) => fullMilli / 1000 / step <= 24) ?? 50
  const query = useRoute(reportScoreSegments, {
    query: { exam_id: examId, subject_id: TOTAL_SUBJECT_ID, width },
  })
  return (
    <QueryView query={query}>
      {({ rows }) => (
        <ChartFigure
          data={histogramOf(
            rows.toReversed().map((row) => ({
              from: row.from_milli / 1000,
              to: row.to_milli / 1000,
              count: row.count,
              isLast: row.closed,
            })),
            { title: '总分分布', xTitle: '总分' },
          )}
          height={280}
        />
      )}
    </QueryView>
  )
}
