import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { turnContrast, useContrast } from '../../marking-core/paper/contrast.ts'
import { type DeskView, viewAfter } from '../../marking-core/paper/desk-sheet.ts'
import { ALL_OWN, type OwnSearch } from '../search/own-search.ts'
import { currentOf, type MarkInfo } from './desk-state.ts'
import type { Desk } from './desk-store.ts'
import { DeskFooter } from './DeskFooter.tsx'
import { DeskFrame } from './DeskFrame.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import { DeskMenu } from './DeskMenu.tsx'
import { DeskPanel } from './DeskPanel.tsx'
import { DeskPaper } from './DeskPaper.tsx'
import { type DeskMessages, type DeskOriginal, DeskWindows } from './DeskWindows.tsx'
import { RubricBanner } from './RubricBanner.tsx'
import { ToolBar } from './ToolBar.tsx'
import { type DeskPageAction, useDeskKeys } from './use-desk-keys.ts'
import { useBlockNews, useDeskRubric, useNoteHint } from './use-desk-news.ts'
import { useDeskWindows } from './use-desk-windows.ts'
import { usePaperLook } from './use-paper-look.ts'
import { useTools } from './use-tools.ts'

export interface MarkDeskProps {
  info: MarkInfo
  userId: number
  /** Messages to and from the leaders: how many are unread, and the window with them. */
  unread: number
  /** Notes of the leaders beside the rubric that were not read yet. */
  newNotes: number
  /** Version of the rubric that the server says there is; undefined before it did. */
  rubricVersion: number | undefined
  /** Another one whenever the block or what is in hand was changed by somebody else; null before the server said. */
  stamp: number | null
  Messages: DeskMessages
  Original: DeskOriginal
  /** Which own papers are looked for from the beginning; null for none. */
  search: OwnSearch | null
}

/** The desk on its page: keys, tools, windows, and what is shown beside the paper. */
export function DeskPage(props: MarkDeskProps & { desk: Desk }) {
  const { desk } = props
  const state = useStore(desk.store)
  const { info, view } = state
  const blockId = info.block_id
  const isBack = state.back !== null
  const paper = currentOf(state)
  const grid = useRef<HTMLOListElement>(null)
  const keys = useKeyChoice(props.userId)
  const windows = useDeskWindows(desk, paper, props.search)
  const look = usePaperLook(blockId)
  const rubric = useDeskRubric(desk, blockId, props.rubricVersion)
  useNoteHint(desk, props.newNotes, keys.bindings.rubric[0])
  useBlockNews(desk, props.stamp)
  const contrast = useContrast(blockId)
  // The pictures that wait are outside React.
  useEffect(() => desk.prepareAll(contrast), [desk, contrast])
  const tools = useTools({
    hasTools: info.settings.traces === 1,
    point: paper?.rules.points[paper.entry.at] ?? null,
    // A paper that was begun before the block was set otherwise is finished as it was begun.
    isDeductive: paper?.rules.isDeductive ?? info.settings.add_type === 1,
    refusal: toolRefusal(info, view),
    say: desk.say,
  })
  // Another paper is looked at by itself first.
  const [wholeOf, setWholeOf] = useState<number | null>(null)
  const isWhole = paper !== null && wholeOf === paper.task.reading_id
  const turnWhole = () => setWholeOf(isWhole ? null : (paper?.task.reading_id ?? null))
  const show = (next: DeskView) => {
    tools.putDown()
    setWholeOf(null)
    desk.show(next)
  }
  const acts: Record<DeskPageAction, () => void> = {
    problem: () => windows.open('problem'),
    takeBack: windows.askTakeBack,
    message: () => windows.open('message'),
    flagNote: () => windows.turnNote(true),
    rubric: rubric.turn,
    whole: turnWhole,
    view: () => show(viewAfter(view)),
    search: () => windows.searchFor(ALL_OWN),
    help: () => windows.open('help'),
    beside: look.turnParts,
    words: look.turnRuler,
    contrast: () => desk.say(turnContrast(blockId)),
  }
  useDeskKeys({ desk, state, keys, viewer: look.viewer, grid, tools, windows, isWhole, acts })
  const rows = { onSearch: windows.searchFor, onHeld: () => show('grid') }
  return (
    <DeskFrame testId="mark-desk" blockId={blockId} panel={look.panel} bindings={keys.bindings}>
      <DeskHeader
        state={state}
        unread={props.unread}
        onMessages={() => windows.open(windows.opened === 'message' ? null : 'message')}
        rows={rows}
        onHelp={acts.help}
        onView={show}
        menu={
          <DeskMenu
            blockId={blockId}
            look={look}
            onSearch={acts.search}
            onWhole={turnWhole}
            onOriginal={() => windows.open('original')}
            onKeys={() => windows.open('keys')}
            isReferenceOn={info.second_reader && state.isReferenceOn}
            onReference={desk.turnReference}
          />
        }
      />
      <DeskPaper
        desk={desk}
        state={state}
        look={look}
        grid={grid}
        tools={tools}
        isWhole={isWhole}
        onWholeClose={turnWhole}
        news={rubric.news && <RubricBanner news={rubric.news} onShow={rubric.show} />}
      />
      <DeskPanel
        desk={desk}
        state={state}
        look={look}
        isRubricOpen={rubric.isOpen}
        rows={rows}
        onTakeBack={windows.askTakeBack}
      />
      <DeskFooter
        desk={desk}
        paper={paper}
        isBack={isBack}
        tools={tools.has && paper && view === 'single' && <ToolBar tools={tools} />}
        windows={windows}
        blockId={blockId}
        newNotes={props.newNotes}
        onRubric={rubric.turn}
      />
      <DeskWindows
        desk={desk}
        state={state}
        keys={keys}
        windows={windows}
        Messages={props.Messages}
        Original={props.Original}
      />
    </DeskFrame>
  )
}

/** Why nothing is drawn on the paper now; null where it is. */
function toolRefusal({ settings }: MarkInfo, view: DeskView): string | null {
  if (settings.traces !== 1) return '本题块没有开启阅卷痕迹，需要时请题组长在阅卷设置中开启'
  return view === 'single' ? null : '请先回到单份视图再批注'
}
