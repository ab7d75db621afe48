import { Button } from '@blueprintjs/core'
import { useCaller, useRoute } from '@hengjuan/client/react'
import { markInfo, ownQualification } from '@hengjuan/contracts'
import {
  ErrorState,
  type ImageViewerHandle,
  JUST_CAME,
  SkeletonPage,
  toast,
  useOneByOne,
} from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { PageKeyMap } from '../../marking-core/keys/PageKeyMap.tsx'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { turnContrast } from '../../marking-core/paper/contrast.ts'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { DeskFrame } from '../../marking-desk/desk/DeskFrame.tsx'
import { LookMenu } from '../../marking-desk/desk/LookMenu.tsx'
import { PanelHold } from '../../marking-desk/desk/PanelHold.tsx'
import { ScorePanel } from '../../marking-desk/desk/ScorePanel.tsx'
import { usePanelFrame } from '../../marking-desk/desk/use-panel-frame.ts'
import {
  entryChoice,
  entryPresser,
  slotMeanings,
} from '../../marking-messages/rubric/entry-choice.ts'
import { RubricText } from '../../marking-messages/rubric/RubricText.tsx'
import { useRubric } from '../../marking-messages/rubric/use-rubric.ts'
import { TASKS } from './trial-work.ts'
import { TrialFeedback } from './TrialFeedback.tsx'
import { TrialHeader } from './TrialHeader.tsx'
import { TrialNotice } from './TrialNotice.tsx'
import { useTrialKeys } from './use-trial-keys.ts'
import { useTrial } from './use-trial.ts'
import desk from '../../marking-desk/desk/desk.module.css'
import css from './trial.module.css'

/** Practice, then a qualification set: the marking page on papers whose score is agreed. @source domain rules 7.2 */
export function TrialDesk({ blockId, userId }: { blockId: number; userId: number }) {
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
  const info = useRoute(markInfo, { query: { block_id: blockId } }).data
  const scoreType = info?.settings.score_type
  const mayType = scoreType !== 1
  const panel = usePanelFrame(blockId)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isRubricOpen, setRubricOpen] = useState(false)
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
  const choice = scored && entryChoice(scored, entries, (one) => presser?.press(one))
  useTrialKeys({
    trial: { ...trial, submit },
    viewer,
    keys,
    mayType,
    onSlot: (action) => presser?.pressSlot(action) ?? false,
    onHelp: () => setHelpOpen(true),
    onRubric: () => setRubricOpen(!isRubricOpen),
    onContrast: () => trial.say(turnContrast(blockId)),
  })
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
    <DeskFrame
      testId="trial-desk"
      blockId={blockId}
      panel={panel}
      bindings={keys.bindings}
      here={here}
    >
      <TrialHeader
        view={view}
        work={work}
        menu={<LookMenu blockId={blockId} panel={panel} />}
        onHelp={() => setHelpOpen(true)}
      />
      <main className={desk['paper']} aria-label="答卷">
        {work ? (
          <PaperView parts={work.task.images} images={images} blockId={blockId} viewer={viewer} />
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
            <RubricText blockId={blockId} text={info?.rubric ?? ''} />
          </section>
        )}
        {work &&
          (work.feedback ? (
            <TrialFeedback
              feedback={work.feedback}
              points={work.rules.points}
              isLast={view.step !== 'practice'}
              next={<KeyOf action="submit" />}
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
            >
              {isRubricOpen && (
                <RubricText blockId={blockId} text={info?.rubric ?? ''} choice={choice} />
              )}
            </ScorePanel>
          ))}
      </div>
      <footer className={desk['footer']}>
        {work && (
          <Button variant="minimal" size="small" onClick={() => setRubricOpen(!isRubricOpen)}>
            评分标准 <KeyOf action="rubric" />
          </Button>
        )}
        <span className={css['quiet']}>试评与定标的给分不计入任何成绩和工作量</span>
      </footer>
      <PageKeyMap
        keys={keys}
        page="trial"
        mayType={mayType}
        entries={slotMeanings(scored, entries)}
        isOpen={isHelpOpen}
        onClose={() => setHelpOpen(false)}
      />
    </DeskFrame>
  )
}
