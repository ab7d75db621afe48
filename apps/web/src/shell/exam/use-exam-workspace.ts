import { useRoute } from '@hengjuan/client/react'
import { examList, examProgress, type ReplyOf } from '@hengjuan/contracts'
import { sectionStandings } from '@hengjuan/domain'
import { useParams, useSearchParams } from 'react-router'
import { useMay, useSession } from '../../session/session-store.ts'
import { useCurrentPage } from '../current-page.ts'
import { usePages } from '../page.ts'
import { type ExamPlace, placeOf, sectionLinks, sectionOf } from './exam-place.ts'
import { useExamInView } from './exam-in-view.ts'

export type WorkspaceExam = ReplyOf<typeof examList>['list'][number]

/** How often the counts of the side bar are asked for; the pages themselves know sooner. */
const COUNT_MS = 60_000

/** The exam that the page on screen lies in, by its address or by what the page said; null outside of exams. */
export function useExamPlace(): ExamPlace | null {
  const page = useCurrentPage()
  const params = useParams()
  const [query] = useSearchParams()
  const said = useExamInView()
  if (!page) return null
  const named = placeOf(page.path, params, query)
  if (named || sectionOf(page.path) === null || !said) return named
  return said.path === page.path && said.search === query.toString() ? said.place : null
}

/** The exam of the page on screen as the role sees it; null outside of exams, undefined while it is read. */
export function useWorkspaceExam(): { place: ExamPlace; exam: WorkspaceExam } | null | undefined {
  const place = useExamPlace()
  const mayRead = useMay('exam.read')
  const { data, isLoading } = useRoute(
    examList,
    { query: { exam_id: place?.examId ?? 0 } },
    { enabled: place !== null && mayRead },
  )
  if (!place || !mayRead) return null
  const exam = data?.list.find(({ exam_id }) => exam_id === place.examId)
  if (!exam) return isLoading ? undefined : null
  // A subject of another exam in the address is none of this one.
  const isKnown = exam.subjects.some(({ subject_id }) => subject_id === place.subjectId)
  return { place: isKnown ? place : { ...place, subjectId: null }, exam }
}

/** Is the exam chosen in the header? Then a page needs no choice of its own. */
export const useIsInExam = (): boolean => useWorkspaceExam() !== null

/** The side bar of an exam: its sections, where they lead, and how they stand. */
export function useExamSections({ place, exam }: { place: ExamPlace; exam: WorkspaceExam }) {
  const user = useSession()
  const pages = usePages()
  const { data } = useRoute(
    examProgress,
    { params: { schoolId: user.school_id ?? 0, examId: exam.exam_id } },
    { enabled: exam.side === 'organiser', staleTime: COUNT_MS / 2, refetchInterval: COUNT_MS },
  )
  const standings = data ? sectionStandings(data) : {}
  return sectionLinks(pages, user, exam, place).map((one) => ({
    ...one,
    standing: standings[one.section] ?? null,
  }))
}
