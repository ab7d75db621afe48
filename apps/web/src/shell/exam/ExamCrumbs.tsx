import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { examList } from '@hengjuan/contracts'
import { EXAM_SECTIONS } from '@hengjuan/domain'
import { Link, useNavigate } from 'react-router'
import { useSession } from '../../session/session-store.ts'
import { useCurrentPage } from '../current-page.ts'
import { usePages } from '../page.ts'
import css from '../top-bar.module.css'
import { type ExamPlace, sameElsewhere, sectionLinks, sectionOf } from './exam-place.ts'
import type { useWorkspaceExam, WorkspaceExam } from './use-exam-workspace.ts'

/** As many exams as there are to change to; older ones are found in the list of exams. */
const NEWEST = 200
const LIST = '/MainPage/exam-manage/overview'

/** Where one is in an exam. Exam and subject are chosen here, for all pages of the exam. */
export function ExamCrumbs({ place, exam }: NonNullable<ReturnType<typeof useWorkspaceExam>>) {
  const user = useSession()
  const pages = usePages()
  const navigate = useNavigate()
  const page = useCurrentPage()
  const { data } = useRoute(examList, { query: { limit: NEWEST } })
  const path = page?.path ?? ''
  const section = sectionOf(path)
  const newest = data?.list ?? []
  const exams = newest.some(({ exam_id }) => exam_id === exam.exam_id) ? newest : [exam, ...newest]
  /** The same page there, if this person has it there; else the first one that they have. */
  const go = (to: WorkspaceExam, subjectId: number | null) => {
    const at: ExamPlace = { examId: to.exam_id, subjectId }
    const links = sectionLinks(pages, user, to, at).flatMap(({ links: own }) => own)
    const isThere = links.some((link) => link.path === path)
    const address = (isThere ? sameElsewhere(path, at) : null) ?? links[0]?.to
    if (address) void navigate(address)
  }
  const label = section && EXAM_SECTIONS[section]
  const first = sectionLinks(pages, user, exam, place).find((one) => one.section === section)
    ?.links[0]
  return (
    <nav aria-label="当前位置" className={css['examCrumbs']}>
      <ol className={css['crumbs']}>
        <li>
          <Link to={LIST}>考试</Link>
        </li>
        <li>
          <HTMLSelect
            minimal
            aria-label="当前考试"
            className={css['examChoice'] ?? ''}
            title={exam.name}
            value={exam.exam_id}
            options={exams.map(({ exam_id, name }) => ({ value: exam_id, label: name }))}
            onChange={({ currentTarget }) => {
              const to = exams.find(({ exam_id }) => exam_id === Number(currentTarget.value))
              const has = to?.subjects.some(({ subject_id }) => subject_id === place.subjectId)
              if (to) go(to, has ? place.subjectId : null)
            }}
          />
        </li>
        {exam.subjects.length > 0 && (
          <li>
            <HTMLSelect
              minimal
              aria-label="当前科目"
              value={place.subjectId ?? ''}
              options={[
                { value: '', label: '全部科目' },
                ...exam.subjects.map(({ subject_id, name }) => ({
                  value: subject_id,
                  label: name,
                })),
              ]}
              onChange={({ currentTarget }) => go(exam, Number(currentTarget.value) || null)}
            />
          </li>
        )}
        {label && (
          <li aria-current={first?.path === path ? 'page' : undefined}>
            {first && first.path !== path ? <Link to={first.to}>{label}</Link> : label}
          </li>
        )}
        {page && label && first?.path !== path && <li aria-current="page">{page.title}</li>}
      </ol>
    </nav>
  )
}
