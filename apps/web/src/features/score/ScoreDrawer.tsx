import { useRoute } from '@hengjuan/client/react'
import { previewDetail } from '@hengjuan/contracts'
import { type Attendance, attendanceLabel, formatMilli, PRESENT } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  Segmented,
  SideDrawer,
  SkeletonLines,
  StatusTag,
} from '@hengjuan/ui'
import { Link } from 'react-router'
import { MarkedBlock, ObjectiveAnswers } from './ScoreParts.tsx'
import css from './score.module.css'

/** What a candidate's score is made of: answers, images, readings. */
export function ScoreDrawer(props: {
  examId: number
  target: { candidateId: number; subjectId: number | null } | null
  subjects: readonly { subject_id: number; subject_name: string }[]
  onPick: (subjectId: number) => void
  onClose: () => void
}) {
  const { target, subjects } = props
  const subjectId = target?.subjectId ?? subjects[0]?.subject_id ?? null
  return (
    <SideDrawer
      isOpen={target !== null}
      onClose={props.onClose}
      size="min(880px, 92vw)"
      title="得分明细"
    >
      {target && subjectId !== null && (
        <div className={css['drawer']}>
          <Segmented
            label="明细科目"
            options={subjects.map(({ subject_id, subject_name }) => ({
              value: subject_id,
              label: subject_name,
            }))}
            value={subjectId}
            onChange={props.onPick}
          />
          <Content
            key={`${target.candidateId} ${subjectId}`}
            query={{
              exam_id: props.examId,
              subject_id: subjectId,
              candidate_id: target.candidateId,
            }}
          />
        </div>
      )}
    </SideDrawer>
  )
}

function Content(props: { query: { exam_id: number; subject_id: number; candidate_id: number } }) {
  const { data, error, refetch } = useRoute(previewDetail, { query: props.query })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={10} />
  return (
    <>
      <header className={css['detailHead']}>
        <div>
          <h3>{data.name}</h3>
          <span className={css['muted']}>考号 {data.exam_no}</span>{' '}
          <Link
            to={`/score-check?exam_id=${props.query.exam_id}&subject_id=${props.query.subject_id}&candidate_id=${data.candidate_id}`}
          >
            复核改分
          </Link>
        </div>
        {data.attendance === PRESENT ? (
          <span className={css['detailTotal']}>
            {data.total_milli === null ? '未出分' : formatMilli(data.total_milli)}
            {data.exact_milli !== null && data.exact_milli !== data.total_milli && (
              <small className={css['muted']}>
                {' '}
                科目总分取整，取整前 {formatMilli(data.exact_milli)}
              </small>
            )}
          </span>
        ) : (
          <StatusTag status="idle">{attendanceLabel(data.attendance as Attendance)}</StatusTag>
        )}
      </header>
      {data.attendance !== PRESENT ? (
        <EmptyState title="没有成绩">该考生本科没有参加考试，不计分数、不参加排名。</EmptyState>
      ) : (
        <>
          {data.objective.length > 0 && <ObjectiveAnswers items={data.objective} />}
          {data.blocks.map((block) => (
            <MarkedBlock key={block.unit_id} block={block} />
          ))}
        </>
      )}
    </>
  )
}
