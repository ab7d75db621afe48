import { useRoute } from '@hengjuan/client/react'
import { markInfo } from '@hengjuan/contracts'
import { type ImageViewerHandle, useOneByOne, useShownHands } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { turnContrast } from '../../marking-core/paper/contrast.ts'
import { lookRefusal } from '../../marking-desk/desk/key-refusals.ts'
import { useArrangement } from '../../marking-desk/desk/use-arrangement.ts'
import { usePanelFrame } from '../../marking-desk/desk/use-panel-frame.ts'
import { useTools } from '../../marking-desk/desk/use-tools.ts'
import { keyGroupsOf } from '../../marking-core/keys/key-groups.ts'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import {
  entryChoice,
  entryPresser,
  slotMeanings,
} from '../../marking-messages/rubric/entry-choice.ts'
import { useRubric } from '../../marking-messages/rubric/use-rubric.ts'
import { useWordRuler } from '../../marking-desk/words/use-word-ruler.ts'
import type { LeaderTaskView } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { keyMeanings } from './key-meanings.ts'
import { dropReasons } from './kept-reasons.ts'
import type { Before } from './LastDecision.tsx'
import type { LastDecision as Decision, OnPad } from './last-decision.ts'
import { useBenchmark } from './use-benchmark.ts'
import { useLeaderHold } from './use-leader-hold.ts'
import { type LeaderPageAction, useLeaderKeys } from './use-leader-keys.ts'
import { useLeaderPaper } from './use-leader-paper.ts'
import { useOtherWays } from './use-other-ways.ts'

const ALONE = '没有别的试卷可以先处理'
/** Why nothing is drawn on a paper. */
const NO_TOOLS: Record<LeaderMode, string> = {
  arbitration: '本题块没有开启阅卷痕迹，需要时请在阅卷设置中开启',
  problem: '问题卷给分不保存批注',
}

/** The paper, who decides it, and what follows. */
export interface LeaderPaperProps {
  mode: LeaderMode
  task: LeaderTaskView
  /** Papers that the caller may decide, this one among them. */
  remaining: number
  images: PaperImages
  userId: number
  listAddress: string
  /** What was on the pad when the paper left the page; null for one that comes for the first time. */
  pad: OnPad | null
  /** What became of the paper while it was on the page; null for nothing. */
  news: string | null
  /** The decision before, and what withdraws it; what stands on this paper's pad is kept for when it comes again. */
  before: Before & { onUndo: () => void }
  onDecided: (decision: Decision) => void
  /** The paper is another one than on the page: a sentence that says so. */
  onChanged: (text: string) => void
  /** Leaves the paper undecided for the next one: behind the one that is named, or whichever waits longest. */
  onNext: (behind: number | null) => void
}

/** What a leader does to a paper: keys, tools, entries of the rubric, other ways than a score. */
export function useLeaderDesk(props: LeaderPaperProps) {
  const { mode, task } = props
  const blockId = task.block_id
  const hold = useLeaderHold(mode, task, props.onChanged)
  const viewer = useRef<ImageViewerHandle>(null)
  const keys = useKeyChoice(props.userId)
  const info = useRoute(markInfo, { query: { block_id: blockId } })
  const [arrangement, turnParts] = useArrangement(blockId)
  const panel = usePanelFrame(blockId)
  const [isRuled, turnRuler] = useWordRuler()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isRubricOpen, setRubricOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  // A problem paper that is scored has no reading that could keep signs.
  const hasTools = mode === 'arbitration' && info.data?.settings.traces === 1
  const shown = useRubric(blockId).rubric?.shown ?? null
  const { here, isEarly } = useOneByOne(`${task.unit_id} ${props.images.isPainted(task.images)}`)
  const work = useLeaderPaper({
    mode,
    task,
    images: props.images,
    keepsTraces: hasTools,
    rubric: shown,
    pad: props.pad,
    news: props.news,
    isEarly,
    onDecided: (decision) => {
      hold.settle()
      dropReasons(task.unit_id)
      props.onDecided(decision)
    },
    onRefused: hold.check,
  })
  const { rules, entry } = work
  const tools = useTools({
    hasTools,
    point: rules.points[entry.at] ?? null,
    isDeductive: rules.isDeductive,
    refusal: hasTools ? null : NO_TOOLS[mode],
    say: work.say,
  })
  const earlier = task.readings.map(({ label, marker_name, traces }, hand) => ({
    hand,
    name: marker_name ? `${label} ${marker_name}` : label,
    marks: traces ?? [],
  }))
  const hands = useShownHands(earlier)
  const entries = shown?.entries ?? []
  const scored = { entry, rules, points: work.taskPoints }
  const presser = entryPresser(scored, entries, work.edit, work.say)
  const choice = entryChoice(scored, entries, keys.bindings, presser.press)
  // A problem paper is in nobody's hands, so its words are not the caller's to see.
  const counted =
    info.data?.has_words && task.reading_id !== null
      ? { reading_id: task.reading_id, images: task.images }
      : null
  const benchmark = useBenchmark(mode, task, work.say)
  const ways = useOtherWays(mode, task, work)
  const groups = keyGroupsOf({
    bindings: keys.bindings,
    page: 'leader',
    lettersOff: keys.choice.lettersOff,
    mayType: true,
    entries: slotMeanings(scored, entries),
    meanings: keyMeanings(mode, task, { tools: hasTools, words: counted !== null }),
  })
  const alone = props.remaining > 1 ? null : ALONE
  const leaveUndecided = () => {
    if (alone === null) props.onNext(task.unit_id)
    else work.say(alone)
  }
  const undo = () => {
    if (work.undo()) return
    if (props.before.last?.isFinal) props.before.onUndo()
    else work.say('没有可以撤销的给分')
  }
  const acts: Record<LeaderPageAction, () => void> = {
    help: () => setHelpOpen(true),
    next: leaveUndecided,
    rubric: () => setRubricOpen(!isRubricOpen),
    whole: () => setWhole(!isWhole),
    beside: turnParts,
    benchmark: benchmark.add,
    flagNote: ways.openNote,
    words: turnRuler,
    contrast: () => work.say(turnContrast(blockId)),
    handBack: () => ways.handBack('handBack'),
    handBackSame: () => ways.handBack('handBackSame'),
    noMark: ways.noMark,
  }
  useLeaderKeys({
    work,
    onUndo: undo,
    viewer,
    actions: keys.actions,
    lettersOff: keys.choice.lettersOff,
    tool: tools.tool,
    isWhole,
    onTool: tools.choose,
    onSlot: presser.pressSlot,
    onPage: (action) => {
      const refusal = lookRefusal(action, {
        parts: task.images.length,
        hasWords: counted !== null,
      })
      if (refusal === null) acts[action]()
      else work.say(refusal)
    },
  })
  return {
    blockId,
    hold,
    viewer,
    keys,
    info,
    arrangement,
    panel,
    isRuled,
    turnRuler,
    isHelpOpen,
    setHelpOpen,
    isRubricOpen,
    isWhole,
    setWhole,
    here,
    work,
    tools,
    earlier,
    hands,
    choice,
    counted,
    benchmark,
    ways,
    groups,
    alone,
    undo,
    acts,
  }
}
