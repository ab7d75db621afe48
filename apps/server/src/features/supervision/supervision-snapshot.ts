import type { SupervisionSnapshot } from '@hengjuan/contracts'
import type { Static } from 'typebox'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import type { ExamProgress } from './snapshot.ts'
import { blocksIn, subjectsIn, type ViewedExam, viewOf } from './view.ts'

/** What one person sees of a state. */
export async function snapshotFor(
  services: Services,
  session: Session,
  exam: ViewedExam & { name: string },
  state: ExamProgress,
): Promise<Static<typeof SupervisionSnapshot>> {
  const view = await viewOf(services.db, session, exam)
  return {
    exam_id: exam.id,
    exam_name: exam.name,
    updated_at: state.at,
    event_id: state.eventId,
    supervises: view.byRole || view.ledIds.size > 0,
    by_role: view.byRole,
    subjects: subjectsIn(view, state),
    blocks: blocksIn(view, state),
  }
}
