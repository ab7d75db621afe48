import { useRoute } from '@hengjuan/client/react'
import { examList, overviewReport, type ReplyOf } from '@hengjuan/contracts'
import { EmptyState, ErrorState, Panel, SkeletonLines } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PAGE_OF_REPORT, reportAddress } from './report-address.ts'
import css from './report.module.css'

type Exam = ReplyOf<typeof examList>['list'][number]

/** So many classes fit in a look; more are reached through the report. */
const SHOWN = 8
const SENTENCES = 2

/** The latest released exam, and cards of what is one's own: classes, or for leaders the newest exam of each grade. */
export function ReportLanding(props: { isLeader: boolean; why: ReactNode }) {
  const exams = useRoute(examList, { query: { published: true, limit: 60 } })
  if (exams.error && !exams.data)
    return <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
  if (!exams.data) return <SkeletonLines lines={8} />
  const [latest] = exams.data.list
  if (!latest)
    return (
      <EmptyState size="large" title="还没有发布成绩的考试" action={props.why}>
        阅卷完成并发布成绩后，这里显示最近一场考试和与您有关的结果。
      </EmptyState>
    )
  const newestOfGrades = [...Map.groupBy(exams.data.list, ({ grade_id }) => grade_id).values()]
    .flatMap(([newest]) => newest ?? [])
    .toSorted((a, b) => a.grade_id - b.grade_id)
  return (
    <>
      <Latest exam={latest} />
      {props.isLeader ? (
        <Cards title="各年级最近一场">
          {newestOfGrades.map((exam) => (
            <Card
              key={exam.exam_id}
              title={exam.grade_name}
              note={exam.name}
              examId={exam.exam_id}
            />
          ))}
        </Cards>
      ) : (
        <OwnClasses exam={latest} />
      )}
    </>
  )
}

function Latest({ exam }: { exam: Exam }) {
  return (
    <Panel
      title={<Link to={reportAddress('overview', { exam_id: exam.exam_id })}>{exam.name}</Link>}
      note={`最近发布 · ${exam.grade_name} · ${exam.start_date}`}
      actions={
        <>
          <Link className="bp6-button" to={reportAddress('student', { exam_id: exam.exam_id })}>
            学生成绩
          </Link>
          <Link
            className="bp6-button bp6-intent-primary"
            to={reportAddress('overview', { exam_id: exam.exam_id })}
          >
            查看报表
          </Link>
        </>
      }
    >
      <Sentences examId={exam.exam_id} />
    </Panel>
  )
}

/** Classes that the role reaches, as the report itself names them. */
function OwnClasses({ exam }: { exam: Exam }) {
  const { data, error, refetch } = useRoute(overviewReport.list, {
    query: { exam_id: exam.exam_id },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  const { classes } = data
  if (classes.length < 2) return null
  return (
    <Cards
      title={`我的班级${classes.length > SHOWN ? `（前 ${SHOWN} 个，共 ${classes.length} 个）` : ''}`}
    >
      {classes.slice(0, SHOWN).map(({ class_id, class_name }) => (
        <Card
          key={class_id}
          title={class_name}
          note={exam.name}
          examId={exam.exam_id}
          classId={class_id}
        />
      ))}
    </Cards>
  )
}

const Cards = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel title={title}>
    <div className={css['landing']}>{children}</div>
  </Panel>
)

function Card(props: { title: string; note: string; examId: number; classId?: number }) {
  const { examId: exam_id, classId } = props
  const at = { exam_id, ...(classId === undefined ? {} : { class_id: classId }) }
  return (
    <section className={css['landingCard']} aria-label={props.title}>
      <h3>
        <Link to={reportAddress('overview', at)}>{props.title}</Link>
      </h3>
      <small>{props.note}</small>
      <Sentences examId={exam_id} {...(classId === undefined ? {} : { classId })} />
      <p>
        <Link to={reportAddress('student', at)}>学生成绩</Link>
        <Link to={reportAddress('little', { exam_id })}>小题分析</Link>
      </p>
    </section>
  )
}

/** What the overview says in words, each with the table that says the same. */
function Sentences({ examId, classId }: { examId: number; classId?: number }) {
  const { data, error, refetch } = useRoute(overviewReport.list, {
    query: { exam_id: examId, ...(classId === undefined ? {} : { class_id: classId }) },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={2} />
  const shown = data.sentences.slice(0, SENTENCES)
  if (shown.length === 0) return <p>人数或题目不足，没有可说的结论；可以打开报表查看数字。</p>
  return (
    <ul className={css['landingSentences']}>
      {shown.map(({ text, link }) => (
        <li key={text}>
          <Link
            to={reportAddress(PAGE_OF_REPORT[link] ?? 'overview', {
              exam_id: examId,
              ...(classId === undefined ? {} : { class_id: classId }),
            })}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}
