import { useRoute } from '@hengjuan/client/react'
import { examList, overviewReport, type ReplyOf } from '@hengjuan/contracts'
import { figureText, formatMilli, formatPercent } from '@hengjuan/domain'
import {
  DeltaCell,
  EmptyState,
  ErrorState,
  Panel,
  SimpleTable,
  SkeletonLines,
  StatTile,
  StatTiles,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './results.module.css'

export type ResultPage = 'overview' | 'student' | 'little'
type Released = ReplyOf<typeof examList>['list'][number]
type LinkOf = (page: ResultPage, examId: number, subjectId?: number) => string

const OLDER = 4

/** The newest released exam in one look, and the way to its reports; older ones as links. */
export function LatestResults({ linkOf }: { linkOf: LinkOf }) {
  const { data, error, refetch } = useRoute(examList, {
    query: { published: true, limit: OLDER + 1 },
  })
  const [newest, ...older] = data?.list ?? []
  if (error && !data)
    return (
      <Panel title="最近成绩">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!data)
    return (
      <Panel title="最近成绩">
        <SkeletonLines lines={6} />
      </Panel>
    )
  if (!newest)
    return (
      <Panel title="最近成绩">
        <EmptyState title="还没有发布的成绩">成绩发布后，这里显示您所任班级的结果。</EmptyState>
      </Panel>
    )
  return (
    <Panel
      title={<Link to={linkOf('overview', newest.exam_id)}>{newest.name}</Link>}
      note={`最近成绩 · ${newest.start_date}`}
      actions={
        <>
          <Link className="bp6-button" to={linkOf('student', newest.exam_id)}>
            学生成绩
          </Link>
          <Link className="bp6-button bp6-intent-primary" to={linkOf('overview', newest.exam_id)}>
            查看报表
          </Link>
        </>
      }
    >
      <OneLook exam={newest} linkOf={linkOf} />
      {older.length > 0 && (
        <p className={css['older']}>
          更早：
          {older.map((exam) => (
            <Link key={exam.exam_id} to={linkOf('overview', exam.exam_id)}>
              {exam.name}
            </Link>
          ))}
        </p>
      )}
    </Panel>
  )
}

function OneLook({ exam, linkOf }: { exam: Released; linkOf: LinkOf }) {
  const { data, error, refetch } = useRoute(overviewReport.list, {
    query: { exam_id: exam.exam_id },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  const { total, total_delta: delta, reference } = data
  return (
    <div className={css['look']}>
      <StatTiles>
        <StatTile
          label={reference ? '本班总分均分' : '总分均分'}
          value={figureText(total.mean_milli, 'milli')}
          unit={`/ ${formatMilli(data.total_full_milli)}`}
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
        />
        <StatTile
          label="及格率"
          value={formatPercent(total.pass_rate.num, total.pass_rate.den)}
          note={`${total.pass_rate.num} 人`}
        />
        <StatTile
          label="优秀率"
          value={formatPercent(total.excellent_rate.num, total.excellent_rate.den)}
          note={`${total.excellent_rate.num} 人`}
        />
      </StatTiles>
      <SimpleTable
        label="各科均分"
        rows={data.rows.filter(({ suppressed }) => !suppressed)}
        rowKey={({ subject }) => subject.subject_id}
        columns={[
          {
            key: 'subject',
            title: '科目',
            render: ({ subject }) => (
              <Link to={linkOf('little', exam.exam_id, subject.subject_id)}>
                {subject.subject_name}
              </Link>
            ),
          },
          {
            key: 'mean',
            title: '均分',
            align: 'right',
            render: ({ figures, subject }) =>
              `${figureText(figures.mean_milli, 'milli')} / ${formatMilli(subject.full_milli)}`,
          },
          {
            key: 'delta',
            title: reference ? `与${reference.name}差` : '得分率',
            align: 'right',
            render: ({ delta: own, figures }) =>
              own ? (
                <DeltaCell delta={own} figure="milli" />
              ) : (
                formatPercent(figures.score_rate.num, figures.score_rate.den)
              ),
          },
          {
            key: 'pass',
            title: '及格率',
            align: 'right',
            render: ({ figures }) => formatPercent(figures.pass_rate.num, figures.pass_rate.den),
          },
        ]}
      />
      {data.weakest.length > 0 && (
        <p className={css['weakest']}>
          失分较多：
          {data.weakest.slice(0, 3).map(({ subject, no, rate }) => (
            <Link
              key={`${subject.subject_id} ${no}`}
              to={linkOf('little', exam.exam_id, subject.subject_id)}
            >
              {subject.subject_name} 第 {no} 题（{formatPercent(rate.num, rate.den)}）
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
