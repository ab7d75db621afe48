import type { ExamSection } from '@hengjuan/domain'
import { useSession } from '../../session/session-store.ts'
import { usePages } from '../page.ts'
import { type ExamInSight, sectionLinks } from './exam-place.ts'

/** Where a section of an exam opens for a subject; null where this person has no page of it. */
export function useSectionAddress(exam: (ExamInSight & { exam_id: number }) | undefined) {
  const user = useSession()
  const pages = usePages()
  return (section: ExamSection, subjectId: number | null, path?: string): string | null => {
    if (!exam) return null
    const links = sectionLinks(pages, user, exam, { examId: exam.exam_id, subjectId }).find(
      (one) => one.section === section,
    )?.links
    const link = path === undefined ? links?.[0] : links?.find((one) => one.path === path)
    return link?.to ?? null
  }
}
