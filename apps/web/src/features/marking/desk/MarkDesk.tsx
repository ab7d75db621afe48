import { useCaller } from '@hengjuan/client/react'
import type { ImageViewerHandle } from '@hengjuan/ui'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { stampOf, type Tool } from '../annotate/tool.ts'
import { useKeyChoice } from '../keys/use-key-choice.ts'
import { ALL_OWN, type OwnSearch } from '../search/own-search.ts'
import { DESK_VIEWS, type DeskView } from '../views/desk-sheet.ts'
import { turnContrast, useContrast } from './contrast.ts'
import { ContrastFilter, contrastStyle } from './ContrastFilter.tsx'
import { currentOf, type MarkInfo } from './desk-state.ts'
import { createDesk, type Desk } from './desk-store.ts'
import { DeskFooter, reasonAt } from './DeskFooter.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import { DeskMenu } from './DeskMenu.tsx'
import { DeskPaper } from './DeskPaper.tsx'
import { DeskPanel } from './DeskPanel.tsx'
import { type DeskMessages, type DeskWindow, DeskWindows } from './DeskWindows.tsx'
import { flaggedOf, noteReason } from './FlagNote.tsx'
import { freeKeys } from './free-keys.ts'
import { keyRefusal } from './key-refusals.ts'
import { RubricBanner } from './RubricBanner.tsx'
import { ToolBar } from './ToolBar.tsx'
import { useNoteHint } from './use-note-hint.ts'
import { useNow } from './use-now.ts'
import { useBlockNews } from './use-block-news.ts'
import { useArrangement } from './use-arrangement.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { useDeskKeyGroups } from './use-key-groups.ts'
import { usePanelFrame } from './use-panel-frame.ts'
import { useRubricNews } from './use-rubric-news.ts'
import { useKeyBadges } from './use-key-badges.ts'
import { useWordRuler } from '../words/use-word-ruler.ts'
import css from './desk.module.css'

interface MarkDeskProps {
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
  /** Which own papers are looked for from the beginning; null for none. */
  search: OwnSearch | null
}

/** The marking page: the answer large, the scores beside it, everything by key. @source ui D2 */
export function MarkDesk(props: MarkDeskProps) {
  const { info, userId } = props
  const caller = useCaller()
  const [desk, setDesk] = useState<Desk | null>(null)
  // The desk holds timers, an outbox and images: it lives as long as the page shows one block.
  useEffect(() => {
    const made = createDesk({ caller, info, userId })
    const stop = made.start()
    setDesk(made)
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- a newer `info` of the same block is not another desk
  }, [caller, info.block_id, userId])
  return desk ? <DeskPage {...props} desk={desk} /> : null
}

const VIEWS = Object.keys(DESK_VIEWS) as DeskView[]

function DeskPage(props: MarkDeskProps & { desk: Desk }) {
  const { desk, userId, Messages } = props
  const state = useStore(desk.store)
  const { info } = state
  const viewer = useRef<ImageViewerHandle>(null)
  const grid = useRef<HTMLOListElement>(null)
  const keys = useKeyChoice(userId)
  const [open, setOpen] = useState<DeskWindow>(props.search ? 'search' : null)
  const [search, setSearch] = useState<OwnSearch>(props.search ?? ALL_OWN)
  const [isRubricOpen, setRubricOpen] = useState(false)
  const [wholeOf, setWholeOf] = useState<number | null>(null)
  const [tool, setTool] = useState<Tool>('select')
  const [stampMilli, setStampMilli] = useState<number | null>(null)
  const [arrangement, turnParts] = useArrangement(info.block_id)
  const frame = usePanelFrame(info.block_id)
  const [isRuled, turnRuler] = useWordRuler()
  const hasBadges = useKeyBadges()
  const now = useNow(state.awaySince !== null)
  useNoteHint(desk, props.newNotes, keys.bindings.rubric[0])
  useBlockNews(desk, props.stamp)
  const news = useRubricNews(desk, info.block_id, props.rubricVersion)
  const contrast = useContrast(info.block_id)
  // The pictures that wait are outside React.
  useEffect(() => desk.prepareAll(contrast), [desk, contrast])
  const isBack = state.back !== null
  const paper = currentOf(state)
  // Another paper is looked at by itself first.
  const isWhole = paper !== null && wholeOf === paper.task.reading_id
  const turnWhole = () => setWholeOf(isWhole ? null : (paper?.task.reading_id ?? null))
  const hasTools = info.settings.traces === 1
  // A paper that was begun before the block was set otherwise is finished as it was begun.
  const isDeductive = paper?.rules.isDeductive ?? info.settings.add_type === 1
  const point = paper?.rules.points[paper.entry.at] ?? null
  const stamp = stampOf(point, isDeductive, stampMilli)
  const { lettersOff } = keys.choice
  const mayType = info.settings.score_type !== 1
  const groups = useDeskKeyGroups(keys, state)

  const chooseTool = (next: Tool) => {
    if (!hasTools) desk.say('本题块没有开启阅卷痕迹，需要时请题组长在阅卷设置中开启')
    else if (state.view !== 'single') desk.say('请先回到单份视图再批注')
    else setTool(next)
  }
  const show = (view: DeskView) => {
    setTool('select')
    setWholeOf(null)
    desk.show(view)
  }
  useDeskKeys({
    desk,
    viewer,
    grid,
    actions: keys.actions,
    lettersOff,
    mayType,
    tool,
    isWhole,
    onTool: chooseTool,
    onPage: (action) => {
      const isSmall = state.view !== 'single' && !isBack
      const refusal = keyRefusal(action, { paper, isBack, isSmall, hasWords: info.has_words })
      if (refusal !== null) desk.say(refusal)
      else if (action === 'rubric') turnRubric()
      else if (action === 'beside') turnParts()
      else if (action === 'whole') turnWhole()
      else if (action === 'view')
        show(VIEWS[(VIEWS.indexOf(state.view) + 1) % VIEWS.length] ?? 'single')
      else if (action === 'flagNote') openNote(true)
      else if (action === 'takeBack') askTakeBack()
      else if (action === 'words') turnRuler()
      else if (action === 'contrast') desk.say(turnContrast(info.block_id))
      else if (action === 'search') searchFor(ALL_OWN)
      else setOpen(action)
    },
    onBlank: desk.reportBlank,
    onReason: open === 'problem' ? (digit) => passOn(reasonAt(digit)) : null,
  })
  const close = () => setOpen(null)
  const raise = (reason: string, note: string, pairCode?: string) => {
    close()
    desk.raiseProblem(reason, note, pairCode)
  }
  const passOn = (reason: string | undefined) => {
    if (reason === 'identical') setOpen('pair')
    else if (reason !== undefined) raise(reason, '')
  }
  const openNote = (isOpen: boolean) => {
    const reason = isOpen ? noteReason(flaggedOf(paper)) : null
    if (reason !== null) desk.say(reason)
    setOpen((shown) =>
      isOpen && reason === null ? 'flagNote' : shown === 'flagNote' ? null : shown,
    )
  }
  const askTakeBack = () => {
    const reason = desk.takeBackRefusal()
    if (reason !== null) desk.say(reason)
    else setOpen('takeBack')
  }
  const turnRubric = () => {
    // While a change is told the key shows it, as its button does.
    setRubricOpen(news !== null || !isRubricOpen)
    news?.onRead()
    desk.say(null)
  }
  const searchFor = (begin: OwnSearch) => {
    setSearch(begin)
    setOpen('search')
  }
  const rows = { onSearch: searchFor, onHeld: () => show('grid') }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- takes the focus off what was clicked, nothing else
    <div
      className={css['root']}
      data-testid="mark-desk"
      onClick={freeKeys}
      data-side={frame.side}
      style={{ ...frame.style, ...contrastStyle(contrast) }}
      data-badges={hasBadges || undefined}
    >
      <ContrastFilter contrast={contrast} />
      <DeskHeader
        info={info}
        state={state}
        now={now}
        unread={props.unread}
        onMessages={() => setOpen(open === 'message' ? null : 'message')}
        bindings={keys.bindings}
        rows={rows}
        onHelp={() => setOpen('help')}
        onView={show}
        menu={
          <DeskMenu
            bindings={keys.bindings}
            blockId={info.block_id}
            side={frame.side}
            onSide={frame.setSide}
            onSearch={() => searchFor(ALL_OWN)}
            onWhole={turnWhole}
            onKeys={() => setOpen('keys')}
            arrangement={arrangement}
            onArrangement={turnParts}
            isReferenceOn={info.second_reader && state.isReferenceOn}
            onReference={desk.turnReference}
          />
        }
      />
      <DeskPaper
        desk={desk}
        state={state}
        info={info}
        viewer={viewer}
        grid={grid}
        arrangement={arrangement}
        tool={hasTools ? tool : 'select'}
        stamp={stamp === null || !paper ? null : { milli: stamp, point: paper.entry.at }}
        ruler={info.has_words && isRuled && paper ? paper.task : null}
        isWhole={isWhole}
        bindings={keys.bindings}
        onWholeClose={turnWhole}
        news={
          news && (
            <RubricBanner news={news} bindings={keys.bindings} onShow={() => setRubricOpen(true)} />
          )
        }
      />
      <DeskPanel
        desk={desk}
        state={state}
        info={info}
        bindings={keys.bindings}
        frame={frame}
        isRubricOpen={isRubricOpen}
        isRuled={isRuled}
        onRule={turnRuler}
        rows={rows}
        onTakeBack={askTakeBack}
      />
      <DeskFooter
        paper={paper}
        isBack={isBack}
        bindings={keys.bindings}
        tools={
          hasTools &&
          paper &&
          state.view === 'single' && (
            <ToolBar
              tool={tool}
              onTool={chooseTool}
              bindings={keys.bindings}
              point={point}
              isDeductive={isDeductive}
              stampMilli={stamp}
              onStamp={setStampMilli}
            />
          )
        }
        isProblemOpen={(open === 'problem' || open === 'pair') && paper !== null}
        onProblemOpen={(isOpen) =>
          // A menu that is fading may say that it closes when another window is open already.
          setOpen((shown) =>
            isOpen ? 'problem' : shown === 'problem' || shown === 'pair' ? null : shown,
          )
        }
        asksPair={open === 'pair'}
        onPair={(asks) => setOpen(asks ? 'pair' : 'problem')}
        onPrevious={() => void desk.previous()}
        onNext={desk.next}
        onUndo={desk.undo}
        onRedo={desk.redo}
        onFlag={desk.toggleFlag}
        isNoteOpen={open === 'flagNote'}
        onNoteOpen={openNote}
        onNote={desk.writeNote}
        blockId={info.block_id}
        newNotes={props.newNotes}
        onProblem={raise}
        onRubric={turnRubric}
      />
      <DeskWindows
        desk={desk}
        info={info}
        paper={paper}
        keys={keys}
        groups={groups}
        search={search}
        pending={state.pending}
        open={open}
        onClose={close}
        Messages={Messages}
      />
    </div>
  )
}
