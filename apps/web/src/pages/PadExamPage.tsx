import { EmptyState, filter, useUrlFilters } from '@hengjuan/ui'
import { useNavigate } from 'react-router'
import { PadAnswer } from '../features/pad/index.ts'
import { useSession } from '../session/session-store.ts'

const filters = { exam_id: filter.id(), subject_id: filter.id() }
const HOME = '/MainPage/homePage'

/** `/pad/exam?exam_id=&subject_id=`: a student answers an online exam. */
export function PadExamPage() {
  const { values } = useUrlFilters(filters)
  const user = useSession()
  const navigate = useNavigate()
  const { exam_id, subject_id } = values
  if (exam_id === null || subject_id === null)
    return (
      <EmptyState size="large" title="没有指定考试">
        请回到首页，从「线上考试」中进入。
      </EmptyState>
    )
  return (
    <PadAnswer
      key={`${exam_id} ${subject_id}`}
      userId={user.user_id}
      place={{ exam_id, subject_id }}
      onLeave={() => void navigate(HOME)}
    />
  )
}
