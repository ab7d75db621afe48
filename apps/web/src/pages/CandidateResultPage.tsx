import { EmptyState, filter, useUrlFilters } from '@hengjuan/ui'
import { Link } from 'react-router'
import { CandidateResult } from '../features/scan/index.ts'

const filters = { exam_id: filter.id(), subject_id: filter.id(), candidate_id: filter.id() }

/** `/MainPage/error-home/candidate-result?exam_id=&subject_id=&candidate_id=`: what was read of a candidate, and its correction. */
export function CandidateResultPage() {
  const { values, set } = useUrlFilters(filters)
  const { exam_id: examId, subject_id: subjectId, candidate_id: candidateId } = values
  if (examId === null || subjectId === null)
    return (
      <EmptyState
        title="地址里没有考试"
        size="large"
        action={<Link to="/MainPage/error-home/error-summary">打开异常汇总</Link>}
      >
        请从异常汇总中选择考试和科目，再打开「考生结果」。
      </EmptyState>
    )
  return (
    <CandidateResult
      key={`${examId} ${subjectId}`}
      examId={examId}
      subjectId={subjectId}
      candidateId={candidateId}
      onCandidate={(candidate_id) => set({ candidate_id })}
    />
  )
}
