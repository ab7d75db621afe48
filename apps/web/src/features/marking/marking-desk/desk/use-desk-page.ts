import type { ImageViewerHandle } from '@hengjuan/ui'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { ALL_OWN, type OwnSearch } from '../search/own-search.ts'
import { type DeskView, viewAfter } from '../../marking-core/paper/desk-sheet.ts'
import { useWordRuler } from '../words/use-word-ruler.ts'
import { turnContrast, useContrast } from '../../marking-core/paper/contrast.ts'
import { currentOf, type MarkInfo } from './desk-state.ts'
import type { Desk } from './desk-store.ts'
import type { DeskMessages, DeskOriginal } from './DeskWindows.tsx'
import { keyRefusal } from './key-refusals.ts'
import { useArrangement } from './use-arrangement.ts'
import { useBlockNews } from './use-block-news.ts'
import { type DeskPageAction, useDeskKeys } from './use-desk-keys.ts'
import { useDeskWindows } from './use-desk-windows.ts'
import { useDeskKeyGroups } from './use-key-groups.ts'
import { useNoteHint } from './use-note-hint.ts'
import { useNow } from './use-now.ts'
import { usePanelFrame } from './use-panel-frame.ts'
import { useRubricNews } from './use-rubric-news.ts'
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

/** Why nothing is drawn on the paper now; null where it is. */
function toolRefusal({ settings }: MarkInfo, view: DeskView): string | null {
  if (settings.traces !== 1) return '本题块没有开启阅卷痕迹，需要时请题组长在阅卷设置中开启'
  return view === 'single' ? null : '请先回到单份视图再批注'
}

/** What the page does with the desk: keys, tools, windows, and what is shown beside the paper. */
export function useDeskPage(props: MarkDeskProps & { desk: Desk }) {
  const { desk } = props
  const state = useStore(desk.store)
  const { info } = state
  const blockId = info.block_id
  const isBack = state.back !== null
  const paper = currentOf(state)
  const viewer = useRef<ImageViewerHandle>(null)
  const grid = useRef<HTMLOListElement>(null)
  const keys = useKeyChoice(props.userId)
  const groups = useDeskKeyGroups(keys, state)
  const windows = useDeskWindows(desk, paper, props.search)
  const [isRubricOpen, setRubricOpen] = useState(false)
  const [wholeOf, setWholeOf] = useState<number | null>(null)
  const [arrangement, turnParts] = useArrangement(blockId)
  const panel = usePanelFrame(blockId)
  const [isRuled, turnRuler] = useWordRuler()
  const now = useNow(state.awaySince !== null)
  useNoteHint(desk, props.newNotes, keys.bindings.rubric[0])
  useBlockNews(desk, props.stamp)
  const news = useRubricNews(desk, blockId, props.rubricVersion)
  const contrast = useContrast(blockId)
  // The pictures that wait are outside React.
  useEffect(() => desk.prepareAll(contrast), [desk, contrast])
  const tools = useTools({
    hasTools: info.settings.traces === 1,
    point: paper?.rules.points[paper.entry.at] ?? null,
    // A paper that was begun before the block was set otherwise is finished as it was begun.
    isDeductive: paper?.rules.isDeductive ?? info.settings.add_type === 1,
    refusal: toolRefusal(info, state.view),
    say: desk.say,
  })
  // Another paper is looked at by itself first.
  const isWhole = paper !== null && wholeOf === paper.task.reading_id
  const turnWhole = () => setWholeOf(isWhole ? null : (paper?.task.reading_id ?? null))
  const show = (view: DeskView) => {
    tools.putDown()
    setWholeOf(null)
    desk.show(view)
  }
  const turnRubric = () => {
    // While a change is told the key shows it, as its button does.
    setRubricOpen(news !== null || !isRubricOpen)
    news?.onRead()
    desk.say(null)
  }
  const acts: Record<DeskPageAction, () => void> = {
    problem: () => windows.open('problem'),
    takeBack: windows.askTakeBack,
    message: () => windows.open('message'),
    flagNote: () => windows.turnNote(true),
    rubric: turnRubric,
    whole: turnWhole,
    view: () => show(viewAfter(state.view)),
    search: () => windows.searchFor(ALL_OWN),
    help: () => windows.open('help'),
    beside: turnParts,
    words: turnRuler,
    contrast: () => desk.say(turnContrast(blockId)),
  }
  useDeskKeys({
    desk,
    viewer,
    grid,
    actions: keys.actions,
    lettersOff: keys.choice.lettersOff,
    mayType: info.settings.score_type !== 1,
    tool: tools.tool,
    isWhole,
    onTool: tools.choose,
    onPage: (action) => {
      const isSmall = state.view !== 'single' && !isBack
      const refusal = keyRefusal(action, { paper, isBack, isSmall, hasWords: info.has_words })
      if (refusal === null) acts[action]()
      else desk.say(refusal)
    },
    onBlank: desk.reportBlank,
    onReason: windows.opened === 'problem' ? windows.raiseAt : null,
  })
  const rows = { onSearch: windows.searchFor, onHeld: () => show('grid') }
  return {
    state,
    info,
    blockId,
    isBack,
    paper,
    viewer,
    grid,
    keys,
    groups,
    windows,
    isRubricOpen,
    setRubricOpen,
    arrangement,
    turnParts,
    panel,
    isRuled,
    turnRuler,
    now,
    news,
    tools,
    isWhole,
    turnWhole,
    show,
    turnRubric,
    acts,
    rows,
  }
}
