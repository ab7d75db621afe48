import type { Permission } from '@hengjuan/domain'
import { pages } from '../apps/web/src/routes.tsx'
import type { World } from './world.ts'

/** A page at an address with data of the prepared world, and an account that may open it. */
export interface PageVisit {
  title: string
  path: string
  address: string
  account: string
  /** What has to be permitted, of several one; `signedIn` where nothing has to be. */
  access: 'signedIn' | Permission | readonly Permission[]
  /** Where whoever is not signed in is led; null for the sign-in page. */
  strangersGo: string | null
}

/** Who opens what an admin does not. */
const OWNERS: Readonly<Record<string, string>> = {
  '/marking': 'marker1',
  '/qualification': 'marker1',
  '/marking-view': 'marker1',
  '/new-marking-view': 'marker1',
  '/MainPage/markPaper/markPage/unfinishList': 'marker1',
  '/MainPage/markPaper/markPage/arbitration-home/:mode': 'leader',
  '/MainPage/markPaper/markPage/arbitration-marking': 'leader',
  '/identical-papers': 'leader',
  '/MainPage/markPaper/evaluationRegulationHome/list/:mode': 'leader',
  '/MainPage/markPaper/evaluationRegulationHome/marking': 'leader',
}

/** These lead on before anybody who has nothing to do there sees their own. */
export const LEADS_HOME = ['/back', '/first-sign-in']

/** Nobody but students sees them. */
const OF_STUDENTS = /searchScore|pad\/exam/

/** They are of an exam with scores. */
const REPORTS = /reportDetail|ClassReport|studentScoresList/

/** Every page of the portal behind the sign-in, once; those of an exam show `examId` if it is given. */
export function pageVisits({ almostDone, underWay }: World, examId?: number): PageVisit[] {
  const [student] = almostDone.exam.candidates
  if (!student) throw new Error('the prepared exam has candidates')
  const block = underWay.blocks.find(({ subjectId }) => subjectId === 2)
  const parameters: Record<string, string> = {
    examId: String(examId ?? underWay.exam.examId),
    exam_id: String(examId ?? almostDone.exam.examId),
    exam_no: student.examNo,
    subject: '2',
    subjectId: '2',
    subjectIdStr: '2',
    querySchoolId: '0',
    type: '2',
    questionId: '0',
    isAddingQuestion: '0',
    nowTool: 'all',
    filterChoices: 'all',
    hideHandleBlock: '0',
    choiceCoordError: '0',
    mode: 'arbitration',
  }
  const queries: Record<string, string> = {
    '/marking': `block_id=${block?.blockId}`,
    '/qualification': `block_id=${block?.blockId}`,
    '/marking-view': `block_id=${block?.blockId}&reading_id=1`,
    '/new-marking-view': `block_id=${block?.blockId}&reading_id=1`,
    '/MainPage/markPaper/markPage/arbitration-marking': 'mode=arbitration',
    '/MainPage/error-home/error-handle': `exam_id=${examId ?? underWay.exam.examId}&subject_id=2`,
    '/MainPage/error-home/candidate-result': `exam_id=${examId ?? almostDone.exam.examId}&subject_id=2&candidate_id=1`,
    '/MarkSet': `exam_id=${examId ?? underWay.exam.examId}&subject_id=2`,
    '/setDistri': `exam_id=${examId ?? underWay.exam.examId}&subject_id=2`,
    '/bindQuestions': `exam_id=${examId ?? almostDone.exam.examId}&subject_id=2`,
    '/changeAnswer': `exam_id=${examId ?? almostDone.exam.examId}&subject_id=2`,
    '/MainPage/exam-manage/paper-question': `exam_id=${examId ?? almostDone.exam.examId}&subject_id=2`,
    '/changeMarker': `block_id=${block?.blockId}`,
    '/stuck-papers': `exam_id=${examId ?? underWay.exam.examId}`,
    '/avoidance': `exam_id=${examId ?? underWay.exam.examId}`,
    '/MainPage/markPaper/evaluationRegulationHome/marking': `block_id=${block?.blockId}`,
    '/MarkingSupervision': `exam_id=${examId ?? underWay.exam.examId}`,
    '/benchmark': `block_id=${block?.blockId}`,
    '/pad/exam': `exam_id=${examId ?? almostDone.exam.examId}&subject_id=2`,
    '/spot-check': `exam_id=${examId ?? almostDone.exam.examId}`,
    '/score-check': `exam_id=${examId ?? almostDone.exam.examId}`,
    '/empty-check': `exam_id=${examId ?? almostDone.exam.examId}`,
  }
  return pages.flatMap(({ path, title, access, strangersGo }) => {
    if (access === 'open') return []
    const query =
      queries[path] ??
      (REPORTS.test(path)
        ? `exam_id=${examId ?? almostDone.exam.examId}`
        : path.includes('scan-error-handle') || path.includes('/exam-manage/process/')
          ? `exam_id=${examId ?? underWay.exam.examId}`
          : '')
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => parameters[name] ?? '')
    const address = query ? `${filled}?${query}` : filled
    return {
      title: LEADS_HOME.includes(path) ? '首页' : title,
      path,
      address,
      account: OF_STUDENTS.test(path) ? student.student_no : (OWNERS[path] ?? 'admin'),
      access,
      strangersGo: strangersGo?.(filled) ?? null,
    }
  })
}
