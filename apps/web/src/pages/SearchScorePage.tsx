import { useParams } from 'react-router'
import { OwnAppeals } from '../features/appeal/index.ts'
import { OwnPapers } from '../features/paper/index.ts'
import { OwnScore } from '../features/score/index.ts'

/** `/MainPage/searchScore/:exam_no/:exam_id`: a student's own released scores. */
export function SearchScorePage() {
  const { exam_no = '', exam_id = '' } = useParams()
  const examId = /^\d{1,15}$/.test(exam_id) ? Number(exam_id) : 0
  // An address without a number is nobody's; the server answers it like any other wrong one.
  return (
    <OwnScore
      examId={Math.max(1, examId)}
      examNo={exam_no}
      renderAppeals={(subjects) => (
        <>
          <OwnPapers examId={examId} subjects={subjects} />
          <OwnAppeals examId={examId} subjects={subjects} />
        </>
      )}
    />
  )
}
