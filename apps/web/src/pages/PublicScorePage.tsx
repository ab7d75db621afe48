import { useParams } from 'react-router'
import { PublicScore } from '../features/score/index.ts'

/** `/searchScore/:exam_no/:exam_id`: released scores for who is not signed in and knows the query password. */
export function PublicScorePage() {
  const { exam_no = '', exam_id = '' } = useParams()
  // An address without a number is nobody's; the server answers it like any other wrong one.
  const examId = Math.max(1, /^\d{1,15}$/.test(exam_id) ? Number(exam_id) : 0)
  return <PublicScore key={`${exam_no} ${examId}`} examId={examId} examNo={exam_no} />
}
