import type { CallError } from '@hengjuan/client'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, studentExams, studentScore } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { Panel } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { GivenConsent } from './GuardianConsent.tsx'
import { OwnExams, scoreAddress } from './OwnExams.tsx'
import css from './own-score.module.css'

/** The home of a student or parent: the newest score at once, the others below. */
export function NewestScore() {
  const { data } = useRoute(studentExams, {})
  const newest = data?.find(({ has_result }) => has_result)
  return (
    <>
      {newest && <Newest exam={newest} />}
      <Panel title={newest ? '全部考试' : '我的成绩'}>
        <OwnExams />
      </Panel>
      <GivenConsent />
    </>
  )
}

function Newest({ exam }: { exam: ReplyOf<typeof studentExams>[number] }) {
  const { call } = useCaller()
  const input = { exam_id: exam.exam_id, exam_no: exam.exam_no }
  const { data, error } = useQuery<ReplyOf<typeof studentScore>, CallError>({
    queryKey: [studentScore.path, input],
    queryFn: ({ signal }) => call(studentScore, { body: input }, { signal }),
    retry: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
  if (error?.code === 'GUARDIAN_CONSENT_NEEDED')
    return (
      <section className={css['newest']} aria-label="最近成绩">
        <p className={css['exam']}>{exam.exam_name}</p>
        <p>成绩已发布，监护人同意后显示。</p>
        <Link
          className="bp6-button bp6-large bp6-intent-primary"
          to={scoreAddress(exam.exam_no, exam.exam_id)}
        >
          阅读说明并同意
        </Link>
      </section>
    )
  if (!data) return null
  return (
    <section className={css['newest']} aria-label="最近成绩">
      <p className={css['exam']}>{data.exam_name}</p>
      {data.total_milli !== undefined && (
        <p className={css['total']}>
          <span>总分</span>
          <strong>{data.total_milli === null ? '–' : formatMilli(data.total_milli)}</strong>
          <small>/ {formatMilli(data.total_full_milli)}</small>
        </p>
      )}
      <ul className={css['newestSubjects']}>
        {data.subjects.map((subject) => (
          <li key={subject.subject_id}>
            <span>{subject.subject_name}</span>
            <strong>
              {subject.total_milli != null
                ? formatMilli(subject.total_milli)
                : (subject.level ?? '–')}
            </strong>
          </li>
        ))}
      </ul>
      <Link
        className="bp6-button bp6-large bp6-intent-primary"
        to={scoreAddress(exam.exam_no, exam.exam_id)}
      >
        查看详细成绩
      </Link>
    </section>
  )
}
