import type { Db, Tables } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import { findRegion, schoolsOfRegion } from './region-reach.ts'
import type { Session } from './session.ts'

/**
 * How much of an exam the current role sees. Every query of candidates, units, sheets, reports and exports is cut by
 * it. @source platform 5.1
 */
export interface ExamView {
  side: 'organiser' | 'member' | 'region' | 'marker'
  /** Schools whose own figures are shown under their names; of the others only what several have in common. */
  schools: 'all' | readonly number[]
  /** Schools whose candidates, teachers and papers are shown one by one. */
  named: 'all' | readonly number[]
  /** How the other schools are called. */
  peers: 'labels' | 'names'
}

/** Whoever holds the exam sees all of it, as every school does of an exam of its own. */
export const ORGANISER_VIEW: ExamView = {
  side: 'organiser',
  schools: 'all',
  named: 'all',
  peers: 'names',
}

/** Papers, and nothing about the schools that they come from. */
export const MARKER_VIEW: ExamView = { side: 'marker', schools: [], named: [], peers: 'labels' }

/** Figures about others are shown of so many candidates at least. */
export const LEAST_AGGREGATE = 5

/** Whether a view shows what belongs to one school: its candidates and papers. */
export const shows = ({ named }: Pick<ExamView, 'named'>, schoolId: number): boolean =>
  named === 'all' || named.includes(schoolId)

type Exam = Pick<Selectable<Tables['exam']>, 'id' | 'school_id' | 'scope' | 'peer_names'>

interface Facts {
  /** School or bureau of the current role. */
  ownId: number | null
  /** Does that school take part? */
  takesPart: boolean
  /** Schools of the exam that lie in the region of the current role; null for a role without one. */
  regionSchools: readonly number[] | null
}

/** The rule behind `examView`: null for whoever has no part in the exam. */
export function viewOf(
  exam: Pick<Exam, 'school_id' | 'scope' | 'peer_names'>,
  { ownId, takesPart, regionSchools }: Facts,
): ExamView | null {
  if (ownId === null) return null
  if (exam.school_id === ownId) return ORGANISER_VIEW
  const peers = exam.peer_names === 'shown' ? 'names' : 'labels'
  if (takesPart) return { side: 'member', schools: [ownId], named: [ownId], peers }
  // What a school does on its own is its own affair.
  if (exam.scope !== 'joint' || !regionSchools?.length) return null
  return { side: 'region', schools: regionSchools, named: [], peers }
}

/** How much of an exam the current role sees by itself; null when it has no part in it. */
export async function examView(
  db: Db,
  session: Pick<Session, 'schoolId' | 'role' | 'scopeLevel'>,
  exam: Exam,
): Promise<ExamView | null> {
  const { schoolId: ownId } = session
  // Nearly every call is about an exam of the own school, and asks nothing more.
  if (ownId === null || exam.school_id === ownId)
    return viewOf(exam, { ownId, takesPart: false, regionSchools: null })
  const part = await partOf(db, exam.id, ownId)
  return viewOf(exam, {
    ownId,
    takesPart: part !== undefined,
    regionSchools: part ? null : await schoolsInRegion(db, session, exam.id),
  })
}

const partOf = (db: Db, examId: number, schoolId: number) =>
  db
    .selectFrom('exam_school')
    .where('exam_id', '=', examId)
    .where('school_id', '=', schoolId)
    .where('state', '<>', 'declined')
    .select('state')
    .executeTakeFirst()

async function schoolsInRegion(
  db: Db,
  session: Pick<Session, 'schoolId' | 'role' | 'scopeLevel'>,
  examId: number,
): Promise<number[] | null> {
  const region = await findRegion(db, session)
  if (!region) return null
  const rows = await db
    .selectFrom('exam_school')
    .where('exam_id', '=', examId)
    .where('state', '<>', 'declined')
    .where('school_id', 'in', schoolsOfRegion(db, region).select('school.id'))
    .select('school_id')
    .orderBy('school_id')
    .execute()
  return rows.map(({ school_id }) => school_id)
}
