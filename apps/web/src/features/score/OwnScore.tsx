import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { type ReplyOf, studentScore } from '@hengjuan/contracts'
import {
  type Attendance,
  attendanceLabel,
  formatMilli,
  PRESENT,
  sumBeforeRounding,
} from '@hengjuan/domain'
import { EmptyState, ErrorState, SkeletonPage, Time } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import css from './own-score.module.css'

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
      <OwnSheet own={score.data} />
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

export function OwnSheet({ own }: { own: Own }) {
  return (
    <article className={css['page']}>
      <header className={css['hero']}>
        <p className={css['exam']}>{own.exam_name}</p>
        <h1 className={css['name']}>{own.name}</h1>
        <p className={css['who']}>
          {own.school_name} · {own.class_name} · 考号 {own.exam_no}
        </p>
        {own.form === 'scores' && (
          <p className={css['total']}>
            <span>总分</span>
            <strong>{own.total_milli === null ? '–' : formatMilli(own.total_milli)}</strong>
            <small>/ {formatMilli(own.total_full_milli)}</small>
          </p>
        )}
        {own.form === 'levels' && (
          <p className={css['note']}>义务教育阶段的成绩以等级和各题对错呈现，不显示分数和名次。</p>
        )}
        {own.form === 'scores' && own.partial && (
          <p className={css['note']}>有科目缺考或没有成绩，总分为已考各科之和，不参加排名。</p>
        )}
        {(own.rank_class !== null || own.rank_school !== null) && (
          <p className={css['ranks']}>
            {own.rank_class !== null && <span>班级第 {own.rank_class} 名</span>}
            {own.rank_school !== null && <span>年级第 {own.rank_school} 名</span>}
          </p>
        )}
      </header>
      <div className={css['subjects']}>
        {own.subjects.map((subject) => (
          <Subject key={subject.subject_id} subject={subject} form={own.form} />
        ))}
      </div>
      <footer className={css['foot']}>
        成绩版本 v{own.version}，<Time at={own.published_at} /> 发布。
        {own.form === 'scores' && '均分按实考学生计算；'}等级按年级分布 17%、33%、33%、15%、2%
        划分为 A 至 E。
        {own.policy_reason !== null && `本校向学生公布名次的理由：${own.policy_reason}。`}
        如对成绩有疑问，可以登录后在成绩页申请复核，或联系班主任。
      </footer>
    </article>
  )
}

function Subject({ subject, form }: { subject: OwnSubject; form: Own['form'] }) {
  const [isOpen, setOpen] = useState(false)
  const isPresent = subject.attendance === PRESENT
  const word = form === 'levels' ? '各题对错' : '各题得分'
  return (
    <section className={css['subject']}>
      <header className={css['subjectHead']}>
        <h2>{subject.subject_name}</h2>
        {subject.level && <span className={css['level']}>{subject.level}</span>}
        <p className={css['score']}>
          {isPresent && form === 'levels' ? null : isPresent ? (
            <>
              <strong>
                {subject.total_milli === null ? '–' : formatMilli(subject.total_milli)}
              </strong>
              <small>/ {formatMilli(subject.full_milli)}</small>
            </>
          ) : (
            <span>{attendanceLabel(subject.attendance as Attendance)}</span>
          )}
        </p>
      </header>
      {isPresent && (form === 'levels' || subject.total_milli !== null) && (
        <>
          {subject.total_milli !== null && (
            <>
              <Comparison subject={subject} score={subject.total_milli} />
              <p className={css['parts']}>
                {(subject.objective_milli !== null || subject.subjective_milli !== null) && (
                  <>
                    <span>客观题 {points(subject.objective_milli)}</span>
                    <span>主观题 {points(subject.subjective_milli)}</span>
                  </>
                )}
                {subject.rank_class !== null && <span>班级第 {subject.rank_class} 名</span>}
                {subject.rank_school !== null && <span>年级第 {subject.rank_school} 名</span>}
              </p>
            </>
          )}
          {/* Of imported scores often only the total is known. */}
          {subject.items.length > 0 && (
            <button
              type="button"
              className={css['more']}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? `收起${word}` : `${word}（${subject.items.length} 题）`}
            </button>
          )}
          {isOpen && <Items items={subject.items} totalMilli={subject.total_milli} form={form} />}
        </>
      )}
    </section>
  )
}

const points = (milli: number | null): string => (milli === null ? '–' : formatMilli(milli))

/** The own score on a line from nothing to the full mark, with the means marked. */
function Comparison({ subject, score }: { subject: OwnSubject; score: number }) {
  const place = (milli: number): string =>
    `${Math.min(100, Math.max(0, (milli * 100) / Math.max(1, subject.full_milli)))}%`
  const means = [
    { label: '班级均分', value: subject.class_mean_milli, kind: 'class' },
    { label: '年级均分', value: subject.grade_mean_milli, kind: 'grade' },
  ].flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]))
  return (
    <div className={css['comparison']}>
      <div className={css['line']}>
        <span className={css['own']} style={{ width: place(score) }} />
        {means.map(({ kind, value }) => (
          <span
            key={kind}
            className={css['mean']}
            data-kind={kind}
            style={{ left: place(value) }}
            aria-hidden="true"
          />
        ))}
      </div>
      <p className={css['means']}>
        {means.map(({ kind, label, value }) => (
          <span key={kind} data-kind={kind}>
            {label} {(value / 1000).toFixed(1)}
          </span>
        ))}
      </p>
    </div>
  )
}

const OUTCOMES = {
  right: { sign: '✓', word: '正确', state: 'full' },
  part: { sign: '◐', word: '部分正确', state: 'part' },
  wrong: { sign: '✕', word: '不正确', state: 'zero' },
} as const

function Items(props: {
  items: OwnSubject['items']
  totalMilli: number | null
  form: Own['form']
}) {
  const { items, totalMilli } = props
  const hasScores = props.form === 'scores'
  const sumMilli =
    totalMilli === null
      ? null
      : sumBeforeRounding(
          items.map(({ score_milli }) => score_milli),
          totalMilli,
        )
  return (
    <>
      <table className={css['items']}>
        <thead>
          <tr>
            <th scope="col">题号</th>
            <th scope="col">作答</th>
            <th scope="col">答案</th>
            <th scope="col">{hasScores ? '得分' : '对错'}</th>
            {hasScores && <th scope="col">班级得分率</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const outcome = item.outcome === null ? null : OUTCOMES[item.outcome]
            return (
              <tr key={item.no} data-state={outcome?.state}>
                <th scope="row">{item.no}</th>
                <td>{item.answer === null ? '' : item.answer === '' ? '空' : item.answer}</td>
                <td>{item.key ?? ''}</td>
                <td>
                  <span aria-hidden="true">{outcome?.sign ?? ''}</span>{' '}
                  {hasScores ? (
                    <>
                      {item.score_milli === null ? '不计分' : formatMilli(item.score_milli)}
                      <small> / {formatMilli(item.full_milli)}</small>
                    </>
                  ) : (
                    (outcome?.word ?? '不计分')
                  )}
                </td>
                {hasScores && (
                  <td>
                    {item.class_rate === null || item.class_rate.den === 0
                      ? '—'
                      : `${Math.floor((item.class_rate.num * 100) / item.class_rate.den)}%`}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      {sumMilli !== null && totalMilli !== null && (
        <p className={css['note']}>
          各题得分是取整前的，合计 {formatMilli(sumMilli)} 分；按规则取整后，科目得分为{' '}
          {formatMilli(totalMilli)} 分。
        </p>
      )}
    </>
  )
}
