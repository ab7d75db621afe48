import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examProgress, homeExams, type ReplyOf, supervisedSubjects } from '@hengjuan/contracts'
import { type ExamSection, nextThing, type Permission } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  Panel,
  ProgressBar,
  SimpleTable,
  SkeletonLines,
  StatusTag,
  Time,
} from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sectionOfGate } from './gate-section.ts'
import css from './exam-cards.module.css'

export type HomeExam = ReplyOf<typeof homeExams>[number]
type Progress = ReplyOf<typeof examProgress>['subjects'][number]
type AddressOf = (
  exam: HomeExam,
  section: ExamSection,
  subjectId: number | null,
  path?: string,
) => string | null

interface CardProps {
  schoolId: number
  /** Where an exam opens. */
  linkOf: (exam: HomeExam) => string
  addressOf: AddressOf
  may: (permission: Permission, examId: number) => boolean
}

/** More than these are found in the list of exams. */
const MOST_CARDS = 4
const NEWEST = 20
const MOST_BLOCKERS = 4
const REFRESH_MS = 60_000

/** The exams that are going on, each with its stage, when it will be done, and what is in its way. */
export function ExamCards(props: CardProps & { actions?: ReactNode; empty: ReactNode }) {
  const { data, error, refetch } = useRoute(homeExams, { query: { limit: NEWEST } })
  const running = data?.filter(({ published }) => !published)
  if (error && !data)
    return (
      <Panel title="进行中的考试">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!running)
    return (
      <Panel title="进行中的考试">
        <SkeletonLines lines={5} />
      </Panel>
    )
  if (running.length === 0)
    return (
      <Panel title="进行中的考试" actions={props.actions}>
        <EmptyState title="没有进行中的考试">{props.empty}</EmptyState>
      </Panel>
    )
  return (
    <section aria-label="进行中的考试">
      <div className={css['heading']}>
        <h2>
          进行中的考试
          {running.length > MOST_CARDS && <small> 共 {running.length} 场，列出最近的</small>}
        </h2>
        {props.actions}
      </div>
      <div className={css['cards']}>
        {running.slice(0, MOST_CARDS).map((exam) => (
          <ExamCard key={exam.exam_id} {...props} exam={exam} />
        ))}
      </div>
    </section>
  )
}

function ExamCard(props: CardProps & { exam: HomeExam }) {
  const { exam, may, addressOf } = props
  const isHeld = exam.side === 'organiser'
  const { data } = useRoute(
    examProgress,
    { params: { schoolId: props.schoolId, examId: exam.exam_id } },
    { enabled: isHeld, refetchInterval: REFRESH_MS },
  )
  const isMarked = data?.subjects.some(({ units_total, units_final }) => units_final < units_total)
  const pace = useRoute(
    supervisedSubjects,
    { query: { exam_id: exam.exam_id } },
    { enabled: isHeld && isMarked === true, refetchInterval: REFRESH_MS },
  )
  const next = data ? nextThing(data, (permission) => may(permission, exam.exam_id)) : null
  const to =
    next === null
      ? null
      : next.kind === 'open'
        ? addressOf(exam, next.section, next.subjectId)
        : props.linkOf(exam)
  const etaOf = (subjectId: number) =>
    pace.data?.subjects.find(({ subject_id }) => subject_id === subjectId)
  return (
    <Panel
      title={<Link to={props.linkOf(exam)}>{exam.name}</Link>}
      note={`${exam.grade_name} · ${exam.start_date} · ${exam.candidate_count} 名考生`}
      actions={
        next &&
        to && (
          <Link className="bp6-button bp6-intent-primary" to={to}>
            {next.text}
          </Link>
        )
      }
      flush
    >
      {!isHeld ? (
        <p className={css['part']}>本校参加的联考，由主办方组织阅卷；成绩发布后在报表中查看。</p>
      ) : !data ? (
        <div className={css['part']}>
          <SkeletonLines lines={3} />
        </div>
      ) : (
        <>
          <SimpleTable
            label={`${exam.name}的进度`}
            rows={data.subjects}
            rowKey={({ subject_id }) => subject_id}
            columns={[
              { key: 'name', title: '科目', width: 90, render: ({ name }) => name },
              {
                key: 'step',
                title: '步骤',
                width: 110,
                render: (one) => (
                  <StatusTag status={one.status === 6 ? 'ok' : one.status === 3 ? 'busy' : 'idle'}>
                    {one.status_name}
                  </StatusTag>
                ),
              },
              { key: 'scan', title: '扫描（人）', render: (one) => <Scanned one={one} /> },
              { key: 'marking', title: '阅卷（份）', render: (one) => <Marked one={one} /> },
              {
                key: 'eta',
                title: '预计完成',
                render: ({ subject_id }) => <Eta row={etaOf(subject_id)} />,
              },
            ]}
          />
          <Blockers {...props} subjects={data.subjects} />
        </>
      )}
    </Panel>
  )
}

const Scanned = ({ one }: { one: Progress }) =>
  one.scanned_candidates === 0 ? (
    <>—</>
  ) : (
    <ProgressBar label={`${one.name}扫描进度`} done={one.scanned_candidates} total={one.expected} />
  )

const Marked = ({ one }: { one: Progress }) =>
  one.units_total === 0 ? (
    <>—</>
  ) : (
    <ProgressBar label={`${one.name}阅卷进度`} done={one.units_final} total={one.units_total} />
  )

function Eta({ row }: { row: ReplyOf<typeof supervisedSubjects>['subjects'][number] | undefined }) {
  if (!row) return <>—</>
  if (row.numbers.total > 0 && row.numbers.done === row.numbers.total) return <>已评完</>
  if (row.eta) return <Time at={row.eta} />
  return <span className={css['muted']}>{row.waiting_for ?? '没有人在阅卷'}</span>
}

/** What is in the way, each with the page where it is put out of it. */
function Blockers(props: CardProps & { exam: HomeExam; subjects: readonly Progress[] }) {
  const blockers = props.subjects.flatMap((one) =>
    one.gates
      .filter(({ blocking }) => blocking)
      .flatMap((gate) => {
        const at = sectionOfGate(gate.code)
        const to = at && props.addressOf(props.exam, at.section, one.subject_id, at.path)
        return [{ key: `${one.subject_id} ${gate.code}`, text: `${one.name}：${gate.text}`, to }]
      }),
  )
  if (blockers.length === 0) return null
  const left = blockers.length - MOST_BLOCKERS
  return (
    <div className={css['blockers']}>
      {blockers.slice(0, MOST_BLOCKERS).map(({ key, text, to }) =>
        to ? (
          <Link key={key} className="bp6-button bp6-small" to={to}>
            {text}
          </Link>
        ) : (
          <Button key={key} size="small" disabled>
            {text}
          </Button>
        ),
      )}
      {left > 0 && <Link to={props.linkOf(props.exam)}>还有 {left} 项</Link>}
    </div>
  )
}
