import type { Desk } from './desk-store.ts'
import { DeskFooter } from './DeskFooter.tsx'
import { DeskFrame } from './DeskFrame.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import { DeskMenu } from './DeskMenu.tsx'
import { DeskPanel } from './DeskPanel.tsx'
import { DeskPaper } from './DeskPaper.tsx'
import { DeskWindows } from './DeskWindows.tsx'
import { RubricBanner } from './RubricBanner.tsx'
import { ToolBar } from './ToolBar.tsx'
import { type MarkDeskProps, useDeskPage } from './use-desk-page.ts'

export function DeskPage(props: MarkDeskProps & { desk: Desk }) {
  const { desk } = props
  const {
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
  } = useDeskPage(props)
  return (
    <DeskFrame testId="mark-desk" blockId={blockId} panel={panel}>
      <DeskHeader
        info={info}
        state={state}
        now={now}
        unread={props.unread}
        onMessages={() => windows.open(windows.opened === 'message' ? null : 'message')}
        bindings={keys.bindings}
        rows={rows}
        onHelp={acts.help}
        onView={show}
        menu={
          <DeskMenu
            bindings={keys.bindings}
            blockId={blockId}
            side={panel.side}
            onSide={panel.setSide}
            onSearch={acts.search}
            onWhole={turnWhole}
            onOriginal={() => windows.open('original')}
            onKeys={() => windows.open('keys')}
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
        tool={tools.tool}
        stamp={
          tools.stampMilli === null || !paper
            ? null
            : { milli: tools.stampMilli, point: paper.entry.at }
        }
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
        frame={panel}
        isRubricOpen={isRubricOpen}
        isRuled={isRuled}
        onRule={turnRuler}
        rows={rows}
        onTakeBack={windows.askTakeBack}
      />
      <DeskFooter
        desk={desk}
        paper={paper}
        isBack={isBack}
        bindings={keys.bindings}
        tools={
          tools.has &&
          paper &&
          state.view === 'single' && <ToolBar tools={tools} bindings={keys.bindings} />
        }
        windows={windows}
        blockId={blockId}
        newNotes={props.newNotes}
        onRubric={turnRubric}
      />
      <DeskWindows
        desk={desk}
        info={info}
        paper={paper}
        keys={keys}
        groups={groups}
        pending={state.pending}
        windows={windows}
        Messages={props.Messages}
        Original={props.Original}
      />
    </DeskFrame>
  )
}
