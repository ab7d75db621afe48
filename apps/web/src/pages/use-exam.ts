import { useRoute } from '@hengjuan/client/react'
import { examGet } from '@hengjuan/contracts'
import { useParams } from 'react-router'
import { useSession } from '../session/session-store.ts'

/** The exam that the address names. */
export function useExamOfPage() {
  const user = useSession()
  const params = useParams()
  const examId = Number(params['examId'])
  const schoolId = user.school_id ?? 0
  const exam = useRoute(examGet, { params: { schoolId, examId } })
  return { examId, schoolId, exam }
}
