import { EmptyState } from '@hengjuan/ui'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { handlePath, ScanErrors } from '../features/scan/index.ts'

/**
 * `/MainPage/exam-manage/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError`:
 * `nowTool` is the category, `hideHandleBlock` 1 only shows, `choiceCoordError` 1 goes question by question.
 */
export function ScanErrorHandlePage() {
  const { subject, nowTool = 'all', hideHandleBlock, choiceCoordError } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const examId = Number(query.get('exam_id'))
  const subjectId = Number(subject)
  if (!Number.isInteger(examId) || examId < 1 || !Number.isInteger(subjectId) || subjectId < 1)
    return (
      <EmptyState
        title="地址里没有考试"
        size="large"
        action={<Link to="/MainPage/error-home/error-summary">打开异常汇总</Link>}
      >
        请从异常汇总中选择考试和科目。
      </EmptyState>
    )
  const oneByOne = choiceCoordError === '1'
  // What the list is narrowed to stays from category to category.
  const narrowed = ['batch', 'room']
    .filter((name) => query.has(name))
    .map((name) => `&${name}=${encodeURIComponent(query.get(name) ?? '')}`)
    .join('')
  const go = (category: string, single: boolean) =>
    void navigate(handlePath(examId, subjectId, category, single) + narrowed, { replace: true })
  return (
    <ScanErrors
      key={`${examId} ${subjectId}`}
      examId={examId}
      subjectId={subjectId}
      category={nowTool}
      onCategory={(category) => go(category, oneByOne)}
      oneByOne={oneByOne}
      onOneByOne={(single) => go(nowTool, single)}
      hasDecisions={hideHandleBlock !== '1'}
    />
  )
}
