import type { Database } from '@hengjuan/db'
import { assertWanted } from '../../http/caller.ts'
import { SharedAnswers } from '../../http/shared-answers.ts'
import type { Services } from '../../services.ts'
import { selectStamp } from './progress.query.ts'
import { type ExamProgress, takeState } from './snapshot.ts'

/** Beyond this a state is taken again although no event came: speed and idle claims depend on the time. */
const FRESH_MS = 30_000
/** Up to so many readings a state is taken anew after every mark: it costs a few hundredths of a second. */
const CHEAP_READINGS = 20_000
/** Beyond, marks alone leave it standing for so many milliseconds a reading: ten seconds for a million. */
const KEPT_MS_A_READING = 0.01
/** So old it may be while the next one is taken, where something changed since. */
const MEANWHILE_MS = 120_000

interface Taken extends ExamProgress {
  /** Of the stamp what people change in blocks, which is to be seen at once. */
  setup: string
  readings: number
  beganMs: number
  doneMs: number
  turn: number
}

interface Watched {
  last: Taken | null
  /** How often a state was begun to be taken. */
  turns: number
  readonly taking: SharedAnswers<'state', void>
}

const watched = new WeakMap<Database, Map<number, Watched>>()

/**
 * The state of an exam; taken once for all who watch it, and again when something changed.
 *
 * Of a few thousand readings it is as new as the call. Where it takes seconds to count them, whoever asks is given the
 * last one while the next is taken.
 *
 * @throws NobodyWaits where the caller has left
 */
export async function examProgress(services: Services, examId: number): Promise<ExamProgress> {
  const exams = watched.get(services.db) ?? new Map<number, Watched>()
  watched.set(services.db, exams)
  const own: Watched = exams.get(examId) ?? { last: null, turns: 0, taking: new SharedAnswers() }
  exams.set(examId, own)
  const askedAt = own.turns
  for (;;) {
    assertWanted()
    if (own.last && own.last.turn > askedAt) return own.last
    const seen = await selectStamp(services.db, examId)
    const { last } = own
    const nowMs = services.clock.now().getTime()
    const use = last ? useOf(last, seen, nowMs) : 'none'
    if (last && use === 'good') return last
    const next = () => take(services, examId, own, seen)
    if (last && use === 'meanwhile') {
      // Who waits for the next one is told of what went wrong; nobody waits for this.
      own.taking.begin('state', next)
      return last
    }
    // Begun before this was asked for, it may not know what the caller just did.
    await own.taking.ask('state', next).catch((error: unknown) => {
      if (own.turns > askedAt) throw error
    })
  }
}

async function take(
  services: Services,
  examId: number,
  own: Watched,
  seen: Awaited<ReturnType<typeof selectStamp>>,
): Promise<void> {
  const turn = ++own.turns
  const began = services.clock.now()
  const { readings, ...state } = await takeState(services, examId)
  const [beganMs, doneMs] = [began.getTime(), services.clock.now().getTime()]
  own.last = { ...seen, ...state, at: began.toISOString(), readings, beganMs, doneMs, turn }
}

/** What a state is good for now: as it is, until the next one is there, or for nothing. */
function useOf(
  last: Taken,
  seen: { stamp: string; setup: string },
  nowMs: number,
): 'good' | 'meanwhile' | 'none' {
  const ageMs = nowMs - last.beganMs
  const isSame = last.stamp === seen.stamp
  if (isSame && ageMs < FRESH_MS) return 'good'
  if (last.setup !== seen.setup || last.readings <= CHEAP_READINGS) return 'none'
  if (!isSame && nowMs - last.doneMs < last.readings * KEPT_MS_A_READING) return 'good'
  return isSame || ageMs < MEANWHILE_MS ? 'meanwhile' : 'none'
}
