import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { type ReplyOf, studentScore } from '@hengjuan/contracts'
import { type Attendance, attendanceLabel, formatMilli, PRESENT, SIXTHS } from '@hengjuan/domain'
import { EmptyState, ErrorState, SkeletonPage, Time } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ConsentForm } from './GuardianConsent.tsx'
import css from './own-score.module.css'
import { Comparison, Items } from './OwnItems.tsx'
import { OwnPictures } from './OwnPictures.tsx'

type Own = ReplyOf<typeof studentScore>
type OwnSubject = Own['subjects'][number]

/** One student's released scores: the total first, then subject by subject. */
export function OwnScore(props: {
  examId: number
  examNo: string
  /** Below the sheet: what may be asked about it. */
  renderAppeals: (subjects: readonly OwnSubject[]) => ReactNode
}) {
  const { call } = useCaller()
  const input = { exam_id: props.examId, exam_no: props.examNo }
  const score = useQuery<Own, CallError>({
    queryKey: [studentScore.path, input],
    queryFn: ({ signal }) => call(studentScore, { body: input }, { signal }),
    // Wrong numbers are counted: never ask again by itself.
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
  if (score.error) return <Refused error={score.error} onRetry={() => void score.refetch()} />
  if (!score.data) return <SkeletonPage />
  return (
    <>
      <OwnSheet own={score.data} examId={props.examId} />
      <div className={css['appeals']}>{props.renderAppeals(score.data.subjects)}</div>
    </>
  )
}

function Refused({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const back = <Link to="/MainPage/homePage">返回我的考试</Link>
  switch (error.code) {
    case 'SCORE_NOT_RELEASED':
      return (
        <EmptyState size="large" title="成绩还没有发布" action={back}>
          学校发布后即可查询，请留意班主任的通知。
        </EmptyState>
      )
    case 'QUERY_NOT_MATCHED':
      return (
        <EmptyState size="large" title="没有查到你的成绩" action={back}>
          这个考号不是你在本场考试的考号。请从「我的考试」进入，或向班主任核对考号。
        </EmptyState>
      )
    case 'GUARDIAN_CONSENT_NEEDED':
      return <ConsentForm onGiven={onRetry} />
    case 'QUERY_LOCKED':
      return (
        <EmptyState size="large" title="查询暂时锁定" action={back}>
          {error.message}
        </EmptyState>
      )
    default:
      return <ErrorState size="large" error={error} onRetry={onRetry} action={back} />
  }
}

export function OwnSheet(props: {
  own: Own
  /** Whose pictures are shown too: of the student who is signed in. */
  examId?: number
}) {
  const { own } = props
  const shows = new Set(own.shows)
  return (
    <article className={css['page']}>
      <header className={css['hero']}>
        <p className={css['exam']}>{own.exam_name}</p>
        <h1 className={css['name']}>{own.name}</h1>
        <p className={css['who']}>
          {own.school_name} · {own.class_name} · 考号 {own.exam_no}
        </p>
        {own.total_milli !== undefined && (
          <p className={css['total']}>
            <span>总分</span>
            <strong>{own.total_milli === null ? '–' : formatMilli(own.total_milli)}</strong>
            <small>/ {formatMilli(own.total_full_milli)}</small>
          </p>
        )}
        {own.form === 'levels' && (
          <p className={css['note']}>
            {own.policy_banner === null
              ? '成绩以等级和各题对错呈现，不显示分数和名次。'
              : '成绩以等级和各题对错呈现。'}
          </p>
        )}
        {own.total_milli !== undefined && own.partial && (
          <p className={css['note']}>有科目缺考或没有成绩，总分为已考各科之和，不参加排名。</p>
        )}
        {(own.rank_class != null || own.rank_school != null || own.sixth !== undefined) && (
          <p className={css['ranks']}>
            {own.rank_class != null && <span>班级第 {own.rank_class} 名</span>}
            {own.rank_school != null && <span>年级第 {own.rank_school} 名</span>}
            {own.sixth !== undefined && <span>总分在年级{SIXTHS[own.sixth - 1]}</span>}
          </p>
        )}
      </header>
      <div className={css['subjects']}>
        {own.subjects.map((subject) => (
          <Subject key={subject.subject_id} subject={subject} shows={shows} examId={props.examId} />
        ))}
      </div>
      <footer className={css['foot']}>
        成绩版本 v{own.version}，<Time at={own.published_at} /> 发布。
        {(shows.has('class_mean') || shows.has('grade_mean')) && '均分按实考学生计算；'}
        {shows.has('level') && '等级按年级分布 17%、33%、33%、15%、2% 划分为 A 至 E。'}
        {own.policy_banner !== null && `${own.policy_banner}。`}
        如对成绩有疑问，
        {shows.has('appeal') && '可以登录后在成绩页申请复核，或'}
        请联系班主任。
      </footer>
    </article>
  )
}

function Subject(props: {
  subject: OwnSubject
  shows: ReadonlySet<Own['shows'][number]>
  examId: number | undefined
}) {
  const { subject, shows, examId } = props
  const [open, setOpen] = useState<'items' | 'pictures' | null>(null)
  const isPresent = subject.attendance === PRESENT
  const { total_milli: total, sem_milli: sem } = subject
  const word = shows.has('item_scores') ? '各题得分' : '各题对错'
  const toggle = (what: 'items' | 'pictures', label: string) => (
    <button
      type="button"
      className={css['more']}
      aria-expanded={open === what}
      onClick={() => setOpen(open === what ? null : what)}
    >
      {open === what ? `收起${label.replace(/（.*/, '')}` : label}
    </button>
  )
  return (
    <section className={css['subject']}>
      <header className={css['subjectHead']}>
        <h2>{subject.subject_name}</h2>
        {subject.level && <span className={css['level']}>{subject.level}</span>}
        <p className={css['score']}>
          {!isPresent ? (
            <span>{attendanceLabel(subject.attendance as Attendance)}</span>
          ) : total === undefined ? null : (
            <>
              <strong>{total === null ? '–' : formatMilli(total)}</strong>
              <small>/ {formatMilli(subject.full_milli)}</small>
            </>
          )}
        </p>
      </header>
      {isPresent && total !== null && (
        <>
          {total !== undefined && (
            <>
              <Comparison subject={subject} score={total} />
              <p className={css['parts']}>
                {(subject.objective_milli != null || subject.subjective_milli != null) && (
                  <>
                    <span>客观题 {points(subject.objective_milli)}</span>
                    <span>主观题 {points(subject.subjective_milli)}</span>
                  </>
                )}
                {subject.rank_class != null && <span>班级第 {subject.rank_class} 名</span>}
                {subject.rank_school != null && <span>年级第 {subject.rank_school} 名</span>}
                {sem != null && (
                  <span title="同样水平再考一次，分数大多落在这个范围内">
                    误差 ±{(sem / 1000).toFixed(1)} 分
                  </span>
                )}
              </p>
            </>
          )}
          {/* Of imported scores often only the total is known. */}
          {subject.items.length > 0 && toggle('items', `${word}（${subject.items.length} 题）`)}
          {examId !== undefined &&
            shows.has('own_pictures') &&
            subject.items.length > 0 &&
            toggle('pictures', '作答图片')}
          {open === 'items' && <Items items={subject.items} totalMilli={total} shows={shows} />}
          {open === 'pictures' && examId !== undefined && (
            <OwnPictures examId={examId} subjectId={subject.subject_id} />
          )}
        </>
      )}
    </section>
  )
}

const points = (milli: number | null | undefined): string =>
  milli == null ? '–' : formatMilli(milli)
