import { Button, PopoverNext } from '@blueprintjs/core'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { candidateResult, candidatesOfSubject } from '@hengjuan/contracts'
import { type Attendance, attendanceLabel, PRESENT } from '@hengjuan/domain'
import { CandidatePicker, type FindCandidates } from '@hengjuan/scan-review'
import { EmptyState, ErrorState, SkeletonPage, StatusTag } from '@hengjuan/ui'
import { useCallback, useMemo } from 'react'
import { Link } from 'react-router'
import { handlePath } from '../handle-path.ts'
import { useDecisions } from '../use-decisions.ts'
import { ScanFrame } from '../ScanFrame.tsx'
import css from './result.module.css'
import { ResultWork } from './ResultWork.tsx'

const LISTED = 30

/** What a candidate has in a subject, read from the sheet or typed, to be looked at and corrected. */
export function CandidateResult(props: {
  examId: number
  subjectId: number
  candidateId: number | null
  onCandidate: (candidateId: number) => void
}) {
  const { examId, subjectId, candidateId, onCandidate } = props
  const at = useMemo(() => ({ exam_id: examId, subject_id: subjectId }), [examId, subjectId])
  const decisions = useDecisions(at)
  const { call } = useCaller()
  const { data, error, refetch } = useRoute(
    candidateResult,
    { query: { ...at, candidate_id: candidateId ?? 0 } },
    { enabled: candidateId !== null, staleTime: 0 },
  )
  const find = useCallback<FindCandidates>(
    async (keyword) =>
      (await call(candidatesOfSubject, { query: { ...at, all: 1, keyword, limit: LISTED } })).list,
    [call, at],
  )
  const picker = (
    <CandidatePicker
      find={find}
      proposals={[]}
      autoFocus
      purpose="open"
      onPick={({ candidate_id }) => onCandidate(Number(candidate_id))}
    />
  )
  return (
    <ScanFrame
      title={data ? `${data.candidate.name}的结果` : '考生结果'}
      about={
        data && (
          <>
            <small>
              考号 {data.candidate.exam_no} · {data.candidate.class_name} · {data.exam_name} ·{' '}
              {data.subject_name}
            </small>
            {data.candidate.attendance !== PRESENT && (
              <StatusTag status="warn">
                {attendanceLabel(data.candidate.attendance as Attendance)}
              </StatusTag>
            )}
          </>
        )
      }
      actions={
        <>
          <Link to={handlePath(examId, subjectId)}>返回异常列表</Link>
          {candidateId !== null && (
            <PopoverNext
              content={<div className={css['popover']}>{picker}</div>}
              placement="bottom-end"
            >
              <Button>查找其他考生</Button>
            </PopoverNext>
          )}
        </>
      }
    >
      {candidateId === null ? (
        <div className={css['find']}>
          <EmptyState title="查找一名考生">
            这里显示考生本科的答题卡、逐题作答和得分，读错的可以改正。
          </EmptyState>
          {picker}
        </div>
      ) : error && !data ? (
        <ErrorState size="large" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonPage inset />
      ) : data.sheets.length === 0 ? (
        <EmptyState
          size="large"
          title="没有答题卡"
          action={<Link to={handlePath(examId, subjectId, 'exam_no')}>查看考号异常</Link>}
        >
          没有扫到 {data.candidate.name} 的答题卡。若卡上考号有误，请先在考号异常中指定考生。
        </EmptyState>
      ) : (
        <ResultWork
          key={candidateId}
          at={at}
          candidateId={candidateId}
          result={data}
          decisions={decisions}
        />
      )}
    </ScanFrame>
  )
}
