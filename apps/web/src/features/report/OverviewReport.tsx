import { overviewReport } from '@hengjuan/contracts'
import type { ReplyOf, reportPaper } from '@hengjuan/contracts'
import { figureText, formatMilli, intervalText, signedFigureText } from '@hengjuan/domain'
import { ChartFigure, DeltaCell, Panel, StatTile, StatTiles } from '@hengjuan/ui'
import { Link } from 'react-router'
import { CountLink } from './CountLink.tsx'
import { reportAddress } from './report-address.ts'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { useReportFilters } from './use-report-filters.ts'
import { percentText, percentValue } from './words.ts'

type Overview = ReplyOf<typeof reportPaper>

/** How good, how spread, where weak: on one screen. @source reports P02 */
export const OverviewReport = (props: { mayExport: boolean }) => (
  <ReportPage
    report={overviewReport}
    page="overview"
    mayExport={props.mayExport}
    rowKey={({ subject }) => subject.subject_id}
    renderAbove={(reply) => (
      <>
        <TotalTiles reply={reply} />
        <NextTiles reply={reply} />
      </>
    )}
    renderCharts={(reply) => (
      <div className={css['twoColumns']}>
        <Panel>
          {overviewReport.charts?.(reply).map((chart) => (
            <ChartFigure key={chart.title} data={chart} height={280} />
          ))}
        </Panel>
        <Panel
          title={reply.reference ? `与${reply.reference.name}差距最大的题` : '失分最多的题'}
          note={reply.reference ? '得分率之差，从低到高' : '按得分率从低到高'}
        >
          <Weakest reply={reply} />
        </Panel>
      </div>
    )}
    renderCells={() => ({
      subject: ({ subject }) => <SubjectLink {...subject} />,
    })}
    empty={{ title: '没有您可以查看的科目' }}
  />
)

function SubjectLink(subject: { subject_id: number; subject_name: string }) {
  const { kept } = useReportFilters()
  return (
    <Link to={reportAddress('class', { ...kept, subject_id: subject.subject_id })}>
      {subject.subject_name}
    </Link>
  )
}

function TotalTiles({ reply }: { reply: Overview }) {
  const { total, total_delta: delta, reference, counts } = reply
  const people = (num: number, text: string) => `${num} 人，${text}`
  return (
    <StatTiles>
      <StatTile
        label="总分均分"
        value={figureText(total.mean_milli, 'milli')}
        unit={`/ ${formatMilli(reply.total_full_milli)}`}
        note={
          delta && reference ? (
            <>
              与{reference.name}差 <DeltaCell delta={delta} figure="milli" />
            </>
          ) : (
            `中位数 ${figureText(total.median_milli, 'milli')}`
          )
        }
      />
      <StatTile
        label="最高 / 最低"
        value={figureText(total.max_milli, 'milli')}
        unit={`/ ${figureText(total.min_milli, 'milli')}`}
        note={`标准差 ${figureText(total.sd_milli, 'milli')}`}
      />
      <StatTile
        label="及格率"
        value={percentText(total.pass_rate)}
        note={people(total.pass_rate.num, '60% 以上')}
      />
      <StatTile
        label="优秀率"
        value={percentText(total.excellent_rate)}
        note={people(total.excellent_rate.num, '90% 以上')}
      />
      <StatTile
        label="低分率"
        value={percentText(total.low_rate)}
        note={people(total.low_rate.num, '低于 30%')}
      />
      <StatTile
        label="总分完整"
        value={total.present}
        unit="人"
        note={
          <span className={css['among']}>
            总分不全{' '}
            <CountLink count={counts.partial} label="总分不全" more={{ missing: 'partial' }} />{' '}
            人，没有成绩{' '}
            <CountLink count={counts.absent} label="没有成绩" more={{ missing: 'absent' }} /> 人
          </span>
        }
      />
    </StatTiles>
  )
}

/** Whom to look at next, and how those shown moved. @source reports P02 (4) */
function NextTiles({ reply }: { reply: Overview }) {
  const { kept } = useReportFilters()
  const { counts, compared } = reply
  if (!counts.critical && counts.top_of === 0 && !compared) return null
  return (
    <StatTiles>
      {counts.critical && (
        <StatTile
          label={`${counts.critical.line}临界`}
          value={counts.critical.push}
          unit={`人线下 / ${counts.critical.hold} 人线上`}
          note={<Link to={reportAddress('critical', kept)}>看名单</Link>}
        />
      )}
      {counts.top_of > 0 && (
        <StatTile
          label={`前 ${counts.top_of} 名中`}
          value={counts.top}
          unit="人"
          note={<Link to={reportAddress('excellent', kept)}>看名单</Link>}
        />
      )}
      {compared && <ProgressTile compared={compared} />}
    </StatTiles>
  )
}

/** How the candidates shown moved; of all there are the mean Z is 0 both times. */
function ProgressTile({ compared }: { compared: NonNullable<Overview['compared']> }) {
  const { progress, n, exam_name } = compared
  return (
    <StatTile
      label="Z 进退"
      value={progress ? signedFigureText(progress.v, 'index') : '—'}
      note={
        progress
          ? `95% 区间 ${intervalText(progress.lo, progress.hi, 'index')}；与${exam_name}，${n} 人都参加`
          : `${n} 人两场都参加；选一个班或一所学校后显示进退`
      }
    />
  )
}

function Weakest({ reply }: { reply: Overview }) {
  const { kept } = useReportFilters()
  if (reply.weakest.length === 0)
    return <p className={css['quiet']}>所选范围内没有可以比较的题目。</p>
  return (
    <ol className={css['weakest']}>
      {reply.weakest.map(({ subject, no, rate, gap }) => (
        <li key={`${subject.subject_id} ${no}`}>
          <Link to={reportAddress('little', { ...kept, subject_id: subject.subject_id })}>
            {subject.subject_name} 第 {no} 题
          </Link>
          <span className={css['rateBar']}>
            <span style={{ width: `${percentValue(rate) ?? 0}%` }} />
          </span>
          <span className={css['number']}>
            {percentText(rate)}
            {gap !== null && <small> {`${gap > 0 ? '+' : ''}${(gap * 100).toFixed(1)}`}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}
