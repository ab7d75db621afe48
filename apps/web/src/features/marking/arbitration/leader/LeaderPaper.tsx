import { useRoute } from '@hengjuan/client/react'
import { markInfo } from '@hengjuan/contracts'
import { useOneByOne, useShownHands } from '@hengjuan/ui'
import { useState } from 'react'
import { PageKeyMap } from '../../marking-core/keys/PageKeyMap.tsx'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { turnContrast } from '../../marking-core/paper/contrast.ts'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import { DeskFrame } from '../../marking-desk/desk/DeskFrame.tsx'
import { LookMenu } from '../../marking-desk/desk/LookMenu.tsx'
import { ToolBar } from '../../marking-desk/desk/ToolBar.tsx'
import { usePaperLook } from '../../marking-desk/desk/use-paper-look.ts'
import { useTools } from '../../marking-desk/desk/use-tools.ts'
import {
  entryChoice,
  entryPresser,
  slotMeanings,
} from '../../marking-messages/rubric/entry-choice.ts'
import { useRubric } from '../../marking-messages/rubric/use-rubric.ts'
import { IdenticalPapers } from './IdenticalPapers.tsx'
import { dropReasons } from './kept-reasons.ts'
import { keyMeanings } from './key-meanings.ts'
import type { LastDecision as Decision, OnPad } from './last-decision.ts'
import { type Before, LastDecision } from './LastDecision.tsx'
import type { LeaderTaskView } from './leader-task.ts'
import { LeaderFooter } from './LeaderFooter.tsx'
import { LeaderHeader } from './LeaderHeader.tsx'
import { LeaderPanel } from './LeaderPanel.tsx'
import type { LeaderMode } from './LeaderPapers.tsx'
import { LeaderPicture } from './LeaderPicture.tsx'
import { LostPaper } from './LostPaper.tsx'
import { OtherWaysDialogs } from './OtherWaysDialogs.tsx'
import { useBenchmark } from './use-benchmark.ts'
import { useLeaderHold } from './use-leader-hold.ts'
import { type LeaderPageAction, useLeaderKeys } from './use-leader-keys.ts'
import { useLeaderPaper } from './use-leader-paper.ts'
import { useOtherWays } from './use-other-ways.ts'
import { WholeOfPaper } from './WholeOfPaper.tsx'
import desk from '../../marking-desk/desk/desk.module.css'
import css from './leader.module.css'

const ALONE = '没有别的试卷可以先处理'
/** Why nothing is drawn on a paper. */
const NO_TOOLS: Record<LeaderMode, string> = {
  arbitration: '本题块没有开启阅卷痕迹，需要时请在阅卷设置中开启',
  problem: '问题卷给分不保存批注',
}

/** The paper, who decides it, and what follows. */
interface LeaderPaperProps {
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

/** One paper to decide: the image with what earlier readers drew, their scores, and the pad. @source ui D3 */
export function LeaderPaper(props: LeaderPaperProps) {
  const { mode, task, images } = props
  const blockId = task.block_id
  const keys = useKeyChoice(props.userId)
  const look = usePaperLook(blockId)
  const info = useRoute(markInfo, { query: { block_id: blockId } }).data
  const rubric = useRubric(blockId).rubric?.shown ?? null
  const hold = useLeaderHold(mode, task, props.onChanged)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isRubricOpen, setRubricOpen] = useState(false)
  const [isWhole, setWhole] = useState(false)
  // A problem paper that is scored has no reading that could keep signs.
  const hasTools = mode === 'arbitration' && info?.settings.traces === 1
  // A problem paper is in nobody's hands, so its words are not the caller's to see.
  const counted =
    info?.has_words && task.reading_id !== null
      ? { reading_id: task.reading_id, images: task.images }
      : null
  const { here, isEarly } = useOneByOne(`${task.unit_id} ${images.isPainted(task.images)}`)
  const work = useLeaderPaper({
    mode,
    task,
    images,
    keepsTraces: hasTools,
    rubric,
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
  const tools = useTools({
    hasTools,
    point: work.rules.points[work.entry.at] ?? null,
    isDeductive: work.rules.isDeductive,
    refusal: hasTools ? null : NO_TOOLS[mode],
    say: work.say,
  })
  const earlier = handsOf(task)
  const hands = useShownHands(earlier)
  const entries = rubric?.entries ?? []
  const scored = { entry: work.entry, rules: work.rules, points: work.taskPoints }
  const presser = entryPresser(scored, entries, work.edit, work.say)
  const benchmark = useBenchmark(mode, task, work.say)
  const ways = useOtherWays(mode, task, work)
  const alone = props.remaining > 1 ? null : ALONE
  const undo = () => {
    if (work.undo()) return
    if (props.before.last?.isFinal) props.before.onUndo()
    else work.say('没有可以撤销的给分')
  }
  const acts: Record<LeaderPageAction, () => void> = {
    help: () => setHelpOpen(true),
    next: () => (alone === null ? props.onNext(task.unit_id) : work.say(alone)),
    rubric: () => setRubricOpen(!isRubricOpen),
    whole: () => setWhole(!isWhole),
    beside: look.turnParts,
    benchmark: benchmark.add,
    flagNote: ways.openNote,
    words: look.turnRuler,
    contrast: () => work.say(turnContrast(blockId)),
    handBack: () => ways.handBack('handBack'),
    handBackSame: () => ways.handBack('handBackSame'),
    noMark: ways.noMark,
  }
  useLeaderKeys({
    work,
    keys,
    viewer: look.viewer,
    tools,
    isWhole,
    on: { parts: task.images.length, hasWords: counted !== null },
    onSlot: presser.pressSlot,
    acts,
    onUndo: undo,
  })
  return (
    <DeskFrame
      testId="leader-desk"
      blockId={blockId}
      panel={look.panel}
      bindings={keys.bindings}
      here={here}
    >
      <LeaderHeader
        mode={mode}
        task={task}
        info={info}
        remaining={props.remaining}
        listAddress={props.listAddress}
        menu={<LookMenu blockId={blockId} panel={look.panel} />}
      />
      <main className={desk['paper']} aria-label="答卷">
        <LastDecision {...props.before} />
        {hold.lost !== null && (
          <LostPaper mode={mode} text={hold.lost} onNext={() => props.onNext(null)} />
        )}
        <div className={css['beside']}>
          <div>
            <LeaderPicture
              task={task}
              images={images}
              look={look}
              words={look.isRuled ? counted : null}
              earlier={hands.shown}
              work={work}
              tools={tools}
            />
          </div>
          <IdenticalPapers key={task.unit_id} task={task} images={images} />
        </div>
        {isWhole && (
          <WholeOfPaper
            mode={mode}
            unitId={task.unit_id}
            images={images}
            marks={hands.shown}
            onClose={() => setWhole(false)}
          />
        )}
      </main>
      <LeaderPanel
        mode={mode}
        task={task}
        info={info}
        work={work}
        look={look}
        words={counted}
        hands={{ readings: earlier, hidden: hands.hidden, onToggle: hands.toggle }}
        isRubricOpen={isRubricOpen}
        choice={entryChoice(scored, entries, presser.press)}
      />
      <LeaderFooter
        mode={mode}
        work={work}
        benchmark={benchmark}
        tools={tools.has && <ToolBar tools={tools} />}
        alone={alone}
        onUndo={undo}
        ways={ways}
        isWhole={isWhole}
        acts={acts}
      />
      <OtherWaysDialogs task={task} work={work} ways={ways} />
      <PageKeyMap
        keys={keys}
        page="leader"
        mayType
        entries={slotMeanings(scored, entries)}
        meanings={keyMeanings(mode, task, { tools: hasTools, words: counted !== null })}
        isOpen={isHelpOpen}
        onClose={() => setHelpOpen(false)}
      />
    </DeskFrame>
  )
}

/** What each earlier reader drew, under their letter. */
const handsOf = ({ readings }: LeaderTaskView) =>
  readings.map(({ label, marker_name, traces }, hand) => ({
    hand,
    name: marker_name ? `${label} ${marker_name}` : label,
    marks: traces ?? [],
  }))
