import { useRoute } from '@hengjuan/client/react'
import { examList, overviewReport, type ReplyOf } from '@hengjuan/contracts'
import { figureText, formatMilli, formatPercent } from '@hengjuan/domain'
import { EmptyState, ErrorState, Panel, SimpleTable, SkeletonLines } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ResultPage } from './LatestResults.tsx'

type Released = ReplyOf<typeof examList>['list'][number]
const MOST = 5

/** The newest released exams beside each other. */
export function ComparedExams(props: {
  linkOf: (page: ResultPage, examId: number) => string
  actions?: ReactNode
}) {
  const { data, error, refetch } = useRoute(examList, { query: { published: true, limit: MOST } })
  return (
    <Panel title="各场考试对比" note="已发布的最近几场" actions={props.actions} flush>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={5} />
      ) : data.list.length === 0 ? (
        <EmptyState title="还没有发布的成绩">
          发布成绩后，各场考试的均分和比率会列在一起。
        </EmptyState>
      ) : (
        <SimpleTable
          label="各场考试对比"
          rows={data.list}
          rowKey={({ exam_id }) => exam_id}
          columns={[
            {
              key: 'exam',
              title: '考试',
              render: ({ exam_id, name }) => (
                // On a phone the table is moved sideways; its names stay words.
                <Link
                  to={props.linkOf('overview', exam_id)}
                  style={{ display: 'inline-block', minWidth: '10em' }}
                >
                  {name}
                </Link>
              ),
            },
            { key: 'grade', title: '年级', render: ({ grade_name }) => grade_name },
            {
              key: 'date',
              title: '日期',
              render: ({ start_date }) => (
                <span style={{ whiteSpace: 'nowrap' }}>{start_date}</span>
              ),
            },
            {
              key: 'present',
              title: '总分完整',
              align: 'right',
              render: (exam) => <Cell exam={exam} of={({ total }) => `${total.present} 人`} />,
            },
            {
              key: 'mean',
              title: '均分 / 满分',
              align: 'right',
              render: (exam) => (
                <Cell
                  exam={exam}
                  of={({ total, total_full_milli: full }) =>
                    `${figureText(total.mean_milli, 'milli')} / ${formatMilli(full)}`
                  }
                />
              ),
            },
            rate('score_rate', '得分率'),
            rate('pass_rate', '及格率'),
            rate('excellent_rate', '优秀率'),
          ]}
        />
      )}
    </Panel>
  )
}

const rate = (key: 'score_rate' | 'pass_rate' | 'excellent_rate', title: string) => ({
  key,
  title,
  align: 'right' as const,
  render: (exam: Released) => (
    <Cell exam={exam} of={({ total }) => formatPercent(total[key].num, total[key].den)} />
  ),
})

/** A figure of an exam: all cells of a line share one answer. */
function Cell(props: {
  exam: Released
  of: (reply: ReplyOf<typeof overviewReport.list>) => ReactNode
}) {
  const { data, error } = useRoute(overviewReport.list, { query: { exam_id: props.exam.exam_id } })
  return <>{data ? props.of(data) : error ? '–' : '…'}</>
}
