import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@hengjuan/domain'
import type { FastifyRequest } from 'fastify'
import type { ServerEvent } from '../../http/server-events.ts'
import { NobodyWaits, whileWanted } from '../../http/caller.ts'
import { readSession, type Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { messageStamp, unreadIn } from '../marking-messages/index.ts'
import { examProgress } from './exam-progress.ts'
import type { ExamProgress } from './snapshot.ts'
import { snapshotFor } from './supervision-snapshot.ts'
import type { ViewedExam } from './view.ts'

const LOOK_EVERY_MS = 1_000
/** How often it is asked whether the session, and what lets the caller see the exam, still stand. */
const ASKED_EVERY_MS = 30_000

/**
 * The state of an exam's marking whenever it changed, at most once a second. The state is complete each
 * time, so that whoever comes back after a break needs nothing of what was missed.
 *
 * Beside it go the counts of the caller's unread messages, whenever one is written or read; whoever only
 * wants those is not sent the rest.
 *
 * Ends with the session, with a change of role, when a guest is no longer assigned to the exam, when the caller goes
 * away and when the server stops.
 *
 * @param options.ask throws an AppError when the caller no longer reaches the exam; null where only messages are
 *   sent, whose counts follow the caller's blocks by themselves
 */
export async function* progressEvents(
  services: Services,
  session: Session,
  exam: ViewedExam & { name: string },
  request: FastifyRequest,
  options: { onlyMessages: boolean; ask: (() => Promise<unknown>) | null },
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  let sent: ExamProgress | null = null
  let heard: string | null = null
  let checkedMs = performance.now()
  while (!signal.aborted) {
    const state: ExamProgress | null = options.onlyMessages
      ? sent
      : await whileWanted(signal, () => examProgress(services, exam.id)).catch(nobodyWaits)
    // The same state is the same object for everybody who watches.
    if (state && state !== sent) {
      sent = state
      yield {
        id: state.eventId,
        event: 'progress',
        data: await snapshotFor(services, session, exam, state),
      }
    }
    const stamp = await messageStamp(services, exam.id)
    if (stamp !== heard) {
      heard = stamp
      yield { event: 'messages', data: await unreadIn(services, session, exam.id) }
    }
    if (performance.now() - checkedMs > ASKED_EVERY_MS) {
      checkedMs = performance.now()
      const now = await readSession(services, request)
      if (now?.idHash !== session.idHash || now.userRoleId !== session.userRoleId) return
      if (options.ask && !(await isReached(options.ask))) return
    }
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

function nobodyWaits(error: unknown): null {
  if (error instanceof NobodyWaits) return null
  throw error
}

async function isReached(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
