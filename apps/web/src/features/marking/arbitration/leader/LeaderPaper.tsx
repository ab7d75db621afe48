import { KeyMapDialog } from '@hengjuan/ui'
import { DeskFrame } from '../../marking-desk/desk/DeskFrame.tsx'
import { ToolBar } from '../../marking-desk/desk/ToolBar.tsx'
import { LookMenu } from '../../marking-desk/desk/LookMenu.tsx'
import { keyName } from '../../marking-core/keys/key-name.ts'
import { WordCount } from '../../marking-desk/words/WordCount.tsx'
import { IdenticalPapers } from './IdenticalPapers.tsx'
import { LeaderFooter } from './LeaderFooter.tsx'
import { LeaderHeader } from './LeaderHeader.tsx'
import { LeaderPanel } from './LeaderPanel.tsx'
import { LeaderPicture } from './LeaderPicture.tsx'
import { LastDecision } from './LastDecision.tsx'
import { LostPaper } from './LostPaper.tsx'
import { OtherWaysDialogs } from './OtherWaysDialogs.tsx'
import { WholeOfPaper } from './WholeOfPaper.tsx'
import desk from '../../marking-desk/desk/desk.module.css'
import css from './leader.module.css'
import { type LeaderPaperProps, useLeaderDesk } from './use-leader-desk.ts'

/** One paper to decide: the image with what earlier readers drew, their scores, and the pad. @source ui D3 */
export function LeaderPaper(props: LeaderPaperProps) {
  const { mode, task } = props
  const {
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
  } = useLeaderDesk(props)
  return (
    <DeskFrame testId="leader-desk" blockId={blockId} panel={panel} here={here}>
      <LeaderHeader
        mode={mode}
        task={task}
        info={info.data}
        remaining={props.remaining}
        listAddress={props.listAddress}
        menu={
          <LookMenu
            bindings={keys.bindings}
            blockId={blockId}
            side={panel.side}
            onSide={panel.setSide}
          />
        }
      />
      <main className={desk['paper']} aria-label="答卷">
        <LastDecision {...props.before} bindings={keys.bindings} />
        {hold.lost !== null && (
          <LostPaper mode={mode} text={hold.lost} onNext={() => props.onNext(null)} />
        )}
        <div className={css['beside']}>
          <div>
            <LeaderPicture
              task={task}
              images={props.images}
              viewer={viewer}
              bindings={keys.bindings}
              arrangement={arrangement}
              words={counted && isRuled ? counted : null}
              earlier={hands.shown}
              work={work}
              tool={tools.tool}
              stamp={tools.stampMilli}
            />
          </div>
          <IdenticalPapers key={task.unit_id} task={task} images={props.images} />
        </div>
        {isWhole && (
          <WholeOfPaper
            mode={mode}
            unitId={task.unit_id}
            images={props.images}
            marks={hands.shown}
            bindings={keys.bindings}
            onClose={() => setWhole(false)}
          />
        )}
      </main>
      <LeaderPanel
        mode={mode}
        task={task}
        info={info.data}
        work={work}
        bindings={keys.bindings}
        frame={panel}
        words={
          counted && (
            <WordCount
              task={counted}
              blockId={blockId}
              isRuled={isRuled}
              onRule={turnRuler}
              bindings={keys.bindings}
            />
          )
        }
        hands={{ readings: earlier, hidden: hands.hidden, onToggle: hands.toggle }}
        isRubricOpen={isRubricOpen}
        choice={choice}
      />
      <LeaderFooter
        mode={mode}
        work={work}
        benchmark={benchmark}
        bindings={keys.bindings}
        tools={tools.has && <ToolBar tools={tools} bindings={keys.bindings} />}
        alone={alone}
        onUndo={undo}
        ways={ways}
        isWhole={isWhole}
        acts={acts}
      />
      <OtherWaysDialogs task={task} work={work} ways={ways} />
      <KeyMapDialog
        groups={groups}
        isOpen={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        isToggle={(event) => keys.actions.get(keyName(event) ?? '') === 'help'}
      />
    </DeskFrame>
  )
}
