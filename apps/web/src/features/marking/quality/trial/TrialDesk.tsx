import { useCaller, useRoute } from '@hengjuan/client/react'
import { markInfo, ownQualification } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import {
  ErrorState,
  type ImageViewerHandle,
  JUST_CAME,
  KeyMapDialog,
  SkeletonPage,
  toast,
  useOneByOne,
} from '@hengjuan/ui'
import { Button } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { turnContrast } from '../../marking-core/paper/contrast.ts'
import { DeskFrame } from '../../marking-desk/desk/DeskFrame.tsx'
import { LookMenu } from '../../marking-desk/desk/LookMenu.tsx'
import { PanelHold } from '../../marking-desk/desk/PanelHold.tsx'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { ScorePanel } from '../../marking-desk/desk/ScorePanel.tsx'
import { usePanelFrame } from '../../marking-desk/desk/use-panel-frame.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { keyGroupsOf } from '../../marking-core/keys/key-groups.ts'
import { keyName } from '../../marking-core/keys/key-name.ts'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { RubricText } from '../../marking-messages/rubric/RubricText.tsx'
import {
  entryChoice,
  entryPresser,
  slotMeanings,
} from '../../marking-messages/rubric/entry-choice.ts'
import { useRubric } from '../../marking-messages/rubric/use-rubric.ts'
import { TrialFeedback } from './TrialFeedback.tsx'
import { TrialNotice } from './TrialNotice.tsx'
import { useTrialKeys } from './use-trial-keys.ts'
import { type OwnTrial, useTrial } from './use-trial.ts'
import desk from '../../marking-desk/desk/desk.module.css'
import css from './trial.module.css'

const TASKS = '/MainPage/markPaper/markPage/unfinishList'

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
      <header className={desk['header']}>
        <Link className={desk['leave']} to={TASKS}>
          ◂ 返回
        </Link>
        <strong className={desk['block']}>试评与定标 · {view.block_name}</strong>
        <span className={css['place']} data-testid="trial-place">
          {work && placeText(view, work.isPractice, work.feedback !== null)}
        </span>
        <span className={css['rule']}>{ruleText(view)}</span>
        <LookMenu
          bindings={keys.bindings}
          blockId={blockId}
          side={panel.side}
          onSide={panel.setSide}
        />
        <Button
          variant="minimal"
          size="small"
          aria-label="按键说明"
          onClick={() => setHelpOpen(true)}
        >
          ?
        </Button>
      </header>
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

function placeText(view: OwnTrial, isPractice: boolean, isRead: boolean): string {
  if (isPractice) {
    const at = view.practice_done + (isRead ? 0 : 1)
    return `试评 第 ${at} / ${view.practice_total} 份`
  }
  return view.step === 'qualify' ? `定标 第 ${view.set_done + 1} / ${view.set_total} 份` : ''
}

const ruleText = ({ tolerance_milli, percent }: OwnTrial): string =>
  `与标准分相差 ${formatMilli(tolerance_milli)} 分以内为合格，定标卷合格 ${percent}% 以上通过`
