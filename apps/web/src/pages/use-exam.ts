import { useRoute } from '@hengjuan/client/react'
import { examGet } from '@hengjuan/contracts'
import { useParams } from 'react-router'
import { useSession } from '../session/session-store.ts'
import { mayOpen } from '../shell/menu-tree.ts'
import { usePages } from '../shell/page.ts'

/** All that a school has to do with an exam that it only takes part in. */
const OWN_LIST = '/MainPage/exam-manage/AffairManage/:examId/studentManage'

/** The exam that the address names, and the pages of it that this person may open. */
export function useExamOfPage() {
  const user = useSession()
  const params = useParams()
  const examId = Number(params['examId'])
  const schoolId = user.school_id ?? 0
  const exam = useRoute(examGet, { params: { schoolId, examId } })
  const isOthers = exam.data !== undefined && exam.data.side !== 'organiser'
  const known = usePages()
    .filter((page) => mayOpen(page, user) && (!isOthers || page.path === OWN_LIST))
    .map(({ path }) => path)
  return { examId, schoolId, exam, known }
}
