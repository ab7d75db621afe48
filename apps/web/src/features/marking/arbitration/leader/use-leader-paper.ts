import { CallError, freshKey } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { leaderDecide } from '@hengjuan/contracts'
import { countedTotal } from '@hengjuan/domain'
import { JUST_CAME, sentenceOf } from '@hengjuan/ui'
import { useState } from 'react'
import { bestOfTask } from '../../marking-core/paper/paper.ts'
import { NOT_PAINTED } from '../../marking-desk/desk/unseen.ts'
import { entryOf } from '../../marking-core/entry/score-entry.ts'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import { standingEntries } from '../../marking-messages/rubric/chosen-entries.ts'
import type { RubricVersion } from '../../marking-messages/rubric/rubric-view.ts'
import { type Decision, decisionBody, type NoMark, type ReturnTo } from './decision.ts'
import { decisionText, isPutBack, type LastDecision, type OnPad } from './last-decision.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { padOf } from './leader-sketch.ts'
import { type LeaderTaskView, missingChoice } from './leader-task.ts'
import { usePad } from './use-pad.ts'

/** What a leader puts down for one paper, and what becomes of it. */
export function useLeaderPaper(props: {
  mode: LeaderMode
  task: LeaderTaskView
  images: Pick<PaperImages, 'isPainted'>
  keepsTraces: boolean
  /** The rubric on the page; null until it was read. */
  rubric: RubricVersion | null
  /** What was on the pad when the paper left the page; null for one that comes for the first time. */
  pad: OnPad | null
  /** What became of the paper while it was on the page; null for nothing. */
  news: string | null
  /** Has nobody seen the paper yet? What is pressed then was meant for the one before. */
  isEarly: () => boolean
  onDecided: (decision: LastDecision) => void
  /** The server did not take it: perhaps somebody else has the paper. */
  onRefused: () => void
}) {
  const { mode, task, rubric } = props
  const { call } = useCaller()
  const [hint, setHint] = useState<string | null>(props.news)
  const [isSending, setSending] = useState(false)
  const [idemKey] = useState(freshKey)
  const [began] = useState(() => performance.now())
  const { close, ...pad } = usePad(mode, task, props.pad, setHint)
  const { rules, entry, marks, flags, flagNote, questionIds, taskPoints: points } = pad

  const decide = async (decision: Decision) => {
    if (isSending) return
    if (props.isEarly()) {
      setHint(JUST_CAME)
      return
    }
    const { outcome, scores, to } = decision
    const pressed = standingEntries(
      { entry: { ...entry, scores }, rules, points },
      rubric?.entries ?? [],
    )
    const beside = {
      questionIds,
      flagNote,
      marks: props.keepsTraces ? marks : null,
      rubricVersion: rubric?.version ?? null,
      pressed: pressed.map(({ entry_id }) => entry_id),
    }
    setSending(true)
    try {
      await call(leaderDecide, {
        body: {
          ...decisionBody(mode, task, decision, beside),
          idem_key: idemKey,
          active_ms: Math.round(performance.now() - began),
        },
      })
      const total = countedTotal(
        scores.map((score) => score ?? 0),
        bestOfTask({ points }, task.best_of),
      )
      props.onDecided({
        unitId: task.unit_id,
        code: task.secret_code,
        text: decisionText(mode, task, outcome, to, total),
        isFinal: outcome === 'score' || outcome === 'misconduct' || outcome === 'void',
        isPutBack: isPutBack(mode, outcome, to),
        pad: padOf(
          task,
          questionIds,
          { entry: entryOf(scores, entry.pressed), marks },
          { flags: decision.flags, flagNote },
        ),
      })
    } catch (failure) {
      setHint(sentenceOf(failure))
      setSending(false)
      if (failure instanceof CallError && failure.status === 409) props.onRefused()
    }
  }
  const unscored = { scores: [], flags, to: {} }

  return {
    ...pad,
    hint,
    isSending,
    say: setHint,
    /** Closes what is typed, goes to what is missing, or hands in; with a further flag. */
    submit: (flag?: string) => {
      const missing = missingChoice(task, questionIds)
      if (missing) {
        setHint(missing)
        return
      }
      // Of a paper that has no picture there is nothing to see first.
      if (task.images.length > 0 && !props.images.isPainted(task.images)) {
        setHint(NOT_PAINTED)
        return
      }
      const scores = close()
      const all = flag ? [...new Set([...flags, flag])] : flags
      if (scores) void decide({ outcome: 'score', scores, flags: all, to: {} })
    },
    toImage: () => void decide({ ...unscored, outcome: 'to_image' }),
    noMark: (outcome: NoMark, comment: string) =>
      void decide({ ...unscored, outcome, to: { comment } }),
    handBack: (to: ReturnTo) => void decide({ ...unscored, outcome: 'return', to }),
  }
}

export type LeaderPaperWork = ReturnType<typeof useLeaderPaper>
