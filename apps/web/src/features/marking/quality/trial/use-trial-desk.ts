import { useCaller, useRoute } from '@hengjuan/client/react'
import { markInfo, ownQualification } from '@hengjuan/contracts'
import { type ImageViewerHandle, JUST_CAME, toast, useOneByOne } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { turnContrast } from '../../marking-core/paper/contrast.ts'
import { usePanelFrame } from '../../marking-desk/desk/use-panel-frame.ts'
import { keyGroupsOf } from '../../marking-core/keys/key-groups.ts'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import {
  entryChoice,
  entryPresser,
  slotMeanings,
} from '../../marking-messages/rubric/entry-choice.ts'
import { useRubric } from '../../marking-messages/rubric/use-rubric.ts'
import { useTrialKeys } from './use-trial-keys.ts'
import { useTrial } from './use-trial.ts'

export interface TrialDeskProps {
  blockId: number
  userId: number
}

/** The papers of a trial, their pictures, and what keys and the rubric do to them. */
export function useTrialDesk(props: TrialDeskProps) {
  const { blockId, userId } = props
  const rubric = useRubric(blockId).rubric?.shown
  const { call } = useCaller()
  // Pictures are held outside React.
  const [, setPaintings] = useState(0)
  const images = usePaperImages(
    async () => (await call(ownQualification, { query: { block_id: blockId } })).task?.images,
    () => setPaintings((made) => made + 1),
  )
  const trial = useTrial(blockId, rubric, images)
  const viewer = useRef<ImageViewerHandle>(null)
  const keys = useKeyChoice(userId)
  const info = useRoute(markInfo, { query: { block_id: blockId } })
  const scoreType = info.data?.settings.score_type
  const mayType = scoreType !== 1
  const panel = usePanelFrame(blockId)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isRubricOpen, setRubricOpen] = useState(false)
  const { lettersOff } = keys.choice
  const { view, work } = trial
  const entries = rubric?.entries ?? []
  const scored =
    work && !work.feedback
      ? { entry: work.entry, rules: work.rules, points: work.task.points }
      : null
  const { here, isEarly } = useOneByOne(
    `${work?.task.script_id} ${work !== null && images.isPainted(work.task.images)} ${work?.feedback != null}`,
  )
  // The feedback is what one practises for: a key that is pressed twice does not pass it.
  const submit = () => {
    if (!isEarly()) trial.submit()
    else if (work?.feedback) toast.note(JUST_CAME)
    else trial.say(JUST_CAME)
  }
  const presser = scored && entryPresser(scored, entries, trial.edit, trial.say)
  const choice = scored && entryChoice(scored, entries, keys.bindings, (one) => presser?.press(one))
  const groups = keyGroupsOf({
    bindings: keys.bindings,
    page: 'trial',
    lettersOff,
    mayType,
    entries: slotMeanings(scored, entries),
  })
  useTrialKeys({
    trial: { ...trial, submit },
    viewer,
    actions: keys.actions,
    lettersOff,
    mayType,
    onSlot: (action) => presser?.pressSlot(action) ?? false,
    onHelp: () => setHelpOpen(true),
    onRubric: () => setRubricOpen(!isRubricOpen),
    onContrast: () => trial.say(turnContrast(blockId)),
  })
  return {
    images,
    trial,
    viewer,
    keys,
    info,
    scoreType,
    panel,
    isHelpOpen,
    setHelpOpen,
    isRubricOpen,
    setRubricOpen,
    view,
    work,
    here,
    submit,
    choice,
    groups,
  }
}
