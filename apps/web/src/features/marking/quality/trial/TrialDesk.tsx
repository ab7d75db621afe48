import { ErrorState, KeyMapDialog, SkeletonPage } from '@hengjuan/ui'
import { Button } from '@blueprintjs/core'
import { Link } from 'react-router'
import { DeskFrame } from '../../marking-desk/desk/DeskFrame.tsx'
import { LookMenu } from '../../marking-desk/desk/LookMenu.tsx'
import { PanelHold } from '../../marking-desk/desk/PanelHold.tsx'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { ScorePanel } from '../../marking-desk/desk/ScorePanel.tsx'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { keyName } from '../../marking-core/keys/key-name.ts'
import { RubricText } from '../../marking-messages/rubric/RubricText.tsx'
import { TrialFeedback } from './TrialFeedback.tsx'
import { TrialNotice } from './TrialNotice.tsx'
import desk from '../../marking-desk/desk/desk.module.css'
import css from './trial.module.css'
import { type TrialDeskProps, useTrialDesk } from './use-trial-desk.ts'
import { TASKS } from './trial-work.ts'
import { TrialHeader } from './TrialHeader.tsx'

/** Practice, then a qualification set: the marking page on papers whose score is agreed. @source domain rules 7.2 */
export function TrialDesk(props: TrialDeskProps) {
  const { blockId } = props
  const {
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
  } = useTrialDesk(props)
  if (trial.error)
    return (
      <ErrorState
        size="large"
        error={trial.error}
        onRetry={trial.retry}
        action={
          <Link className="bp6-button" to={TASKS}>
            返回我的任务
          </Link>
        }
      />
    )
  if (!view) return <SkeletonPage inset />
  return (
    <DeskFrame testId="trial-desk" blockId={blockId} panel={panel} here={here}>
      <TrialHeader
        view={view}
        work={work}
        menu={
          <LookMenu
            bindings={keys.bindings}
            blockId={blockId}
            side={panel.side}
            onSide={panel.setSide}
          />
        }
        onHelp={() => setHelpOpen(true)}
      />
      <main className={desk['paper']} aria-label="答卷">
        {work ? (
          <PaperView
            parts={work.task.images}
            images={images}
            blockId={blockId}
            viewer={viewer}
            bindings={keys.bindings}
          />
        ) : (
          <div className={desk['notice']}>
            <TrialNotice view={view} blockId={blockId} onRetry={trial.retry} onGoOn={trial.goOn} />
          </div>
        )}
      </main>
      <div className={desk['panel']}>
        <PanelHold frame={panel} blockId={blockId} />
        {!work && (
          <section className={css['feedback']}>
            <h3>评分标准</h3>
            <RubricText blockId={blockId} text={info.data?.rubric ?? ''} />
          </section>
        )}
        {work &&
          (work.feedback ? (
            <TrialFeedback
              feedback={work.feedback}
              points={work.rules.points}
              isLast={view.step !== 'practice'}
              next={<KeyOf bindings={keys.bindings} action="submit" />}
              onNext={submit}
            />
          ) : (
            <ScorePanel
              key={work.task.script_id}
              rules={work.rules}
              entry={work.entry}
              onEdit={(change) => trial.edit(change)}
              onSubmit={submit}
              submitText={work.isPractice ? '提交并看标准分' : '提交'}
              hint={trial.isSending ? '正在提交' : trial.hint}
              lockedReason={null}
              mayClick={scoreType !== 2}
              bindings={keys.bindings}
            >
              {isRubricOpen && (
                <RubricText blockId={blockId} text={info.data?.rubric ?? ''} choice={choice} />
              )}
            </ScorePanel>
          ))}
      </div>
      <footer className={desk['footer']}>
        {work && (
          <Button variant="minimal" size="small" onClick={() => setRubricOpen(!isRubricOpen)}>
            评分标准 <KeyOf bindings={keys.bindings} action="rubric" />
          </Button>
        )}
        <span className={css['quiet']}>试评与定标的给分不计入任何成绩和工作量</span>
      </footer>
      <KeyMapDialog
        groups={groups}
        isOpen={isHelpOpen}
        onClose={() => setHelpOpen(false)}
        isToggle={(event) => keys.actions.get(keyName(event) ?? '') === 'help'}
      />
    </DeskFrame>
  )
}
