import { CallError } from '@hengjuan/client'
import { useCaller, useRefresh, useRoute } from '@hengjuan/client/react'
import { ownQualification, ownTasks, trialMark } from '@hengjuan/contracts'
import { sentenceOf, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { unseenReason } from '../../marking-desk/desk/unseen.ts'
import { enter, type EntryRules, type ScoreEntry } from '../../marking-core/entry/score-entry.ts'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import { standingEntries } from '../../marking-messages/rubric/chosen-entries.ts'
import type { RubricVersion } from '../../marking-messages/rubric/rubric-view.ts'
import { dropEntry, keepEntry, type OwnTrial, type Work, workAfter, workOn } from './trial-work.ts'

/** One trial paper after the other: what is typed, what comes back, and where the marker stands. */
export function useTrial(
  blockId: number,
  rubric: RubricVersion | undefined,
  images: Pick<PaperImages, 'isPainted'>,
) {
  const { call } = useCaller()
  const refresh = useRefresh(ownTasks)
  const query = { query: { block_id: blockId } }
  const first = useRoute(ownQualification, query, { staleTime: Infinity, gcTime: 0 })
  const [latest, setLatest] = useState<OwnTrial | null>(null)
  const [kept, setKept] = useState<Work | null>(null)
  const [hint, setHint] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  // Between two sets the result of the first is read.
  const [isResting, setResting] = useState(false)
  const view = latest ?? first.data ?? null
  const isStale = kept?.task.script_id !== view?.task?.script_id && !kept?.feedback
  // The first paper needs no click; of the others the feedback is read first.
  const work = view && isStale ? (isResting ? null : workOn(view)) : kept
  if (work !== kept) setKept(work)

  /** What is shown stays until the answer is there: the first view of the page is long past by then. */
  const look = async () => {
    const { data, error } = await first.refetch()
    if (data && !error) setLatest(data)
    else if (error && view) toast.error(error)
  }

  const edited = (now: Work) => {
    keepEntry(now)
    setKept(now)
  }

  const send = async (now: Work) => {
    setSending(true)
    const { entry, rules, task } = now
    const pressed = standingEntries({ entry, rules, points: task.points }, rubric?.entries ?? [])
    try {
      const reply = await call(trialMark, {
        body: {
          block_id: blockId,
          script_id: now.task.script_id,
          idem_key: now.idemKey,
          scores: [...now.entry.scores],
          active_ms: Math.round(performance.now() - now.began),
          ...(rubric ? { rubric_version: rubric.version } : {}),
          ...(pressed.length === 0
            ? {}
            : { pressed_entries: pressed.map(({ entry_id }) => entry_id) }),
        },
      })
      dropEntry(now)
      const isSetOver = reply.next.rounds.length > (view?.rounds.length ?? 0)
      setLatest(reply.next)
      setResting(isSetOver)
      const next = workAfter(now, reply.next)
      if (reply.feedback) setKept({ ...now, feedback: reply.feedback })
      else setKept(isSetOver ? null : next.work)
      setHint(reply.feedback || isSetOver ? null : next.hint)
      if (reply.next.step === 'done') await refresh()
    } catch (failure) {
      // What was typed stays, and can be sent again under the same key.
      setHint(sentenceOf(failure))
      // Taken out of use meanwhile, or decided about by a leader: what comes now is shown at once.
      if (failure instanceof CallError && failure.code === 'MARKING_TRIAL_NOT_NEXT') await look()
    } finally {
      setSending(false)
    }
  }

  return {
    view,
    error: latest ? null : first.error,
    /** Looks again where the marker stands. */
    retry: () => void look(),
    /** Begins the next set. */
    goOn: () => setResting(false),
    work,
    hint,
    say: setHint,
    isSending,
    edit: (change: (entry: ScoreEntry, rules: EntryRules) => ScoreEntry) => {
      if (!work || work.feedback || isSending) return
      setHint(null)
      edited({ ...work, entry: change(work.entry, work.rules) })
    },
    /** Hands in; on a paper whose feedback is shown, goes on to the next. */
    submit: () => {
      if (!work || isSending) return
      if (work.feedback) {
        const next = view ? workAfter(work, view) : null
        setKept(next?.work ?? null)
        setHint(next?.hint ?? null)
        return
      }
      const unseen = unseenReason(images, work.task.images)
      if (unseen !== null) {
        setHint(unseen)
        return
      }
      const { entry, outcome } = enter(work.entry, work.rules)
      const next = { ...work, entry }
      edited(next)
      if (outcome === 'missing') setHint(`「${work.rules.points[entry.at]?.name ?? ''}」未给分`)
      if (outcome === 'complete') void send(next)
    },
  }
}

export type TrialWork = ReturnType<typeof useTrial>
