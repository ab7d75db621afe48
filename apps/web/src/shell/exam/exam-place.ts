import { EXAM_SECTION_ORDER, type ExamSection, sectionsOfModes } from '@hengjuan/domain'
import { type ExamPage, examPages } from '../../exam-pages.ts'
import type { SessionUser } from '../../session/session-store.ts'
import { mayOpen } from '../menu-tree.ts'
import type { Page } from '../page.ts'

/** An exam, and a subject of it where one is named. */
export interface ExamPlace {
  examId: number
  subjectId: number | null
}

type Params = Readonly<Record<string, string | undefined>>

const idOf = (text: string | null | undefined): number | null => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The section in which a page lies; null outside of exams. */
export const sectionOf = (path: string): ExamSection | null =>
  EXAM_SECTION_ORDER.find((section) => examPages[section].some((page) => page.path === path)) ??
  null

/** The exam and the subject that an address names, if its page lies in an exam. */
export function placeOf(path: string, params: Params, query: URLSearchParams): ExamPlace | null {
  if (sectionOf(path) === null) return null
  const examId = idOf(params['examId'] ?? query.get('exam_id'))
  if (examId === null) return null
  const subjectId = idOf(
    params['subjectId'] ?? params['subjectIdStr'] ?? params['subject'] ?? query.get('subject_id'),
  )
  return { examId, subjectId }
}

/** Fills in an address; the subject goes along where one is chosen, so that it is chosen once. */
export function examAddress(to: string, { examId, subjectId }: ExamPlace): string {
  const filled = to.replace(':exam', String(examId)).replace(':subject', String(subjectId ?? ''))
  if (subjectId === null || to.includes(':subject')) return filled
  return `${filled}${filled.includes('?') ? '&' : '?'}subject_id=${subjectId}`
}

/** What is known of an exam when its side bar is made. */
export interface ExamInSight {
  side: 'organiser' | 'member' | 'region' | 'marker'
  published: boolean
  subjects: readonly { subject_id: number; mode: number }[]
}

/** What those who do not hold an exam have to do with it. */
const SECTIONS_OF_SIDE: Record<ExamInSight['side'], readonly ExamSection[]> = {
  organiser: EXAM_SECTION_ORDER,
  member: ['students', 'reports'],
  region: ['reports'],
  marker: ['supervision', 'reports'],
}

/** What somebody of a school that takes part does where they were named for the exam. */
const SECTIONS_OF_NAMED: readonly ExamSection[] = ['settings', 'supervision']

export interface SectionLink {
  section: ExamSection
  /** The pages of the section that the role may open; the first is where the section leads. */
  links: { path: string; to: string; label: string }[]
}

/** The sections of an exam that somebody may open, in the order of the work. */
export function sectionLinks(
  pages: readonly Page[],
  user: SessionUser,
  exam: ExamInSight,
  place: ExamPlace,
): SectionLink[] {
  const subjectId = place.subjectId ?? exam.subjects[0]?.subject_id ?? null
  const linkOf = ({ path, to, label }: ExamPage) => {
    const page = pages.find((one) => one.path === path)
    if (!page || to === undefined || !mayOpen(page, user, place.examId)) return []
    const needsSubject = to.includes(':subject')
    if (needsSubject && subjectId === null) return []
    const at = needsSubject ? { ...place, subjectId } : place
    return [{ path, to: examAddress(to, at), label: label ?? page.title }]
  }
  const isNamed = user.exam_grants.some(({ exam_id }) => exam_id === place.examId)
  const shown = sectionsOfModes(exam.subjects.map(({ mode }) => mode))
  return EXAM_SECTION_ORDER.filter(
    (section) =>
      shown.includes(section) &&
      (SECTIONS_OF_SIDE[exam.side].includes(section) ||
        (isNamed && SECTIONS_OF_NAMED.includes(section))) &&
      // Before their release reports say only that there are none.
      (section !== 'reports' || exam.published),
  )
    .map((section) => ({ section, links: examPages[section].flatMap(linkOf) }))
    .filter(({ links }) => links.length > 0)
}

/** The same page for another exam or subject; filters of the old one go. Null where it cannot be had for it. */
export function sameElsewhere(path: string, place: ExamPlace): string | null {
  const section = sectionOf(path)
  const to = section && examPages[section].find((page) => page.path === path)?.to
  if (!to || (to.includes(':subject') && place.subjectId === null)) return null
  return examAddress(to, place)
}
