import type { Db } from '@hengjuan/db'
import {
  SCAN_EXCEPTION_ORDER,
  SCAN_EXCEPTION_TABS,
  startOfDay,
  tabOfException,
} from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { selectExamSubjects, subjectProgress } from './client.query.ts'
import { countHandled, selectCategoryCounts, selectPeople } from './exception.query.ts'
import { findTemplate, type Scope } from './facts.query.ts'
import { hasMarks } from './score-marks.query.ts'
import { countDecisions, selectWaitingPlaces } from './work-list.query.ts'

/** Tabs that are filled here: `to_upload` is the station's. */
const TABS = SCAN_EXCEPTION_TABS.filter(({ tab }) => !['all', 'handled', 'to_upload'].includes(tab))

/** Counts by tab, what is handled, and how far scanning is. */
export async function countExceptions(
  services: Services,
  session: Session,
  scope: Scope,
  examName: string,
) {
  const { db } = services
  const counts = await selectCategoryCounts(db, scope)
  const [subject] = await selectExamSubjects(db, session, scope)
  const since = startOfDay(services.clock.now())
  const handled = await countHandled(db, scope, {
    userId: session.userId,
    since,
  })
  const decisions = await countDecisions(db, scope, since)
  const places = await selectWaitingPlaces(db, scope)
  const template = await findTemplate(db, scope)
  // Only where marks are written on the paper can one of them be in doubt.
  const tabs = TABS.filter(
    ({ tab }) => tab !== 'score' || counts.has('score') || hasMarks(template?.plan ?? []),
  )
  const categories = tabs.map(({ tab, label }) => {
    const own = [...counts].filter(([category]) => tabOfException(category) === tab)
    return {
      category: tab,
      label,
      open: own.reduce((sum, [, { open }]) => sum + open, 0),
      oldest_at: own.map(([, { oldest_at }]) => oldest_at).sort()[0] ?? null,
    }
  })
  const { total } = await selectPeople(db, scope, { withoutSheet: true }, { limit: 1, offset: 0 })
  const progress = await subjectProgress(db, scope)
  return {
    exam_name: examName,
    subject_name: subject?.subject_name ?? '',
    categories,
    open: progress.open_exceptions,
    handled: handled.all,
    handled_by_me_today: handled.mine,
    decided_today: decisions.made,
    undone_today: decisions.undone,
    ...places,
    expected: progress.expected,
    scanned: progress.scanned,
    sheets: progress.sheets,
    without_sheet: total,
  }
}

/** Exceptions of every subject in somebody's reach that has sheets; counted away from those who mark. */
export const exceptionsBySubject = runInWorker(
  import.meta.url,
  'exceptionsBySubject',
  ({ db }, viewer: Pick<Session, 'schoolId' | 'scope'>, examId: number | undefined) =>
    summarise(db, viewer, examId),
)

async function summarise(
  db: Db,
  session: Pick<Session, 'schoolId' | 'scope'>,
  examId: number | undefined,
) {
  const subjects = await selectExamSubjects(db, session, examId === undefined ? {} : { examId })
  const list = []
  for (const row of subjects) {
    const scope = { examId: row.exam_id, subjectId: row.subject_id }
    const progress = await subjectProgress(db, scope)
    if (progress.sheets === 0 && progress.open_exceptions === 0) continue
    const counts = await selectCategoryCounts(db, scope)
    const { all } = await countHandled(db, scope, { userId: 0, since: '' })
    list.push({
      exam_id: row.exam_id,
      exam_name: row.exam_name,
      start_date: row.start_date,
      subject_id: row.subject_id,
      subject_name: row.subject_name,
      sheets: progress.sheets,
      expected: progress.expected,
      scanned: progress.scanned,
      open: progress.open_exceptions,
      handled: all,
      by_category: SCAN_EXCEPTION_ORDER.flatMap((category) => {
        const open = counts.get(category)?.open ?? 0
        return open > 0 ? [{ category: category, open }] : []
      }),
      oldest_at: [...counts.values()].map(({ oldest_at }) => oldest_at).sort()[0] ?? null,
    })
  }
  return list
}
