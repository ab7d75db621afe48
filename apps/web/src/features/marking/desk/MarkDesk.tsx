import { Button } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { type ImageViewerHandle, KeyMapDialog } from '@hengjuan/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createDesk, type Desk, type MarkInfo } from './desk-store.ts'
import { DeskFooter } from './DeskFooter.tsx'
import { DeskHeader } from './DeskHeader.tsx'
import { DeskNotice } from './DeskNotice.tsx'
import { KEY_MAP } from './key-map.ts'
import { PaperView } from './PaperView.tsx'
import { ScorePanel } from './ScorePanel.tsx'
import { useDeskKeys } from './use-desk-keys.ts'
import css from './desk.module.css'

/** The marking page: the answer large, the scores beside it, everything by key. @source ui D2 */
export function MarkDesk({ info, userId }: { info: MarkInfo; userId: number }) {
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
  return desk ? <DeskPage desk={desk} info={info} /> : null
}

function DeskPage({ desk, info }: { desk: Desk; info: MarkInfo }) {
  const state = useStore(desk.store)
  const viewer = useRef<ImageViewerHandle>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isProblemOpen, setProblemOpen] = useState(false)
  const [isRubricOpen, setRubricOpen] = useState(false)
  const now = useNow(state.awaySince !== null)
  const isBack = state.back !== null
  const paper = (state.back === null ? state.queue[0] : state.done[state.back]) ?? null
  const toggleRubric = () => setRubricOpen((isOpen) => !isOpen)
  const toggleHelp = () => setHelpOpen((isOpen) => !isOpen)
  const keys = useMemo(
    () => ({
      desk,
      viewer,
      mayType: info.settings.score_type !== 1,
      onProblem: () => setProblemOpen(desk.store.getState().back === null),
      onRubric: () => setRubricOpen((isOpen) => !isOpen),
      onHelp: () => setHelpOpen((isOpen) => !isOpen),
    }),
    [desk, info.settings.score_type],
  )
  useDeskKeys(keys)
  return (
    <div className={css['root']} data-testid="mark-desk">
      <DeskHeader info={info} state={state} now={now} onHelp={toggleHelp} />
      <main className={css['paper']} aria-label="答卷">
        <PaperView
          parts={paper?.task.images ?? null}
          images={desk.images}
          blockId={info.block_id}
          viewer={viewer}
        />
        {!paper && (
          <div className={css['notice']}>
            <DeskNotice state={state} onRetry={desk.retry} />
          </div>
        )}
        {paper && (
          <DeskBanner
            status={state.status}
            kind={paper.task.kind}
            scores={paper.task.scores}
            comment={paper.task.reject_comment}
          />
        )}
        {state.unplaced.length > 0 && (
          <aside className={css['tray']} aria-label="未采纳的评阅" role="status">
            <header>
              ✕ 未采纳 {state.unplaced.length} 份
              <Button variant="minimal" size="small" onClick={desk.dismissUnplaced}>
                知道了
              </Button>
            </header>
            <ul>
              {state.unplaced.map((one) => (
                <li key={one.key}>
                  密号 {one.secretCode}：{one.message}
                </li>
              ))}
            </ul>
          </aside>
        )}
      </main>
      <div className={css['panel']}>
        {paper && (
          <ScorePanel
            key={paper.task.unit_id}
            rules={paper.rules}
            entry={paper.entry}
            onEdit={(change) => desk.edit((entry) => change(entry))}
            onSubmit={() => void desk.pressEnter()}
            submitText={isBack ? '保存修改' : '提交'}
            hint={state.hint}
            lockedReason={isBack ? paper.task.locked_reason : null}
            mayClick={info.settings.score_type !== 2}
          >
            {isRubricOpen && (
              <pre className={css['rubric']} aria-label="评分标准">
                {info.rubric || '题组长还没有填写评分标准。'}
              </pre>
            )}
          </ScorePanel>
        )}
      </div>
      <DeskFooter
        paper={paper}
        isBack={isBack}
        hasBefore={state.done.length > 0}
        isProblemOpen={isProblemOpen && paper !== null}
        onProblemOpen={setProblemOpen}
        onPrevious={() => void desk.previous()}
        onNext={desk.next}
        onFlag={desk.toggleFlag}
        onProblem={(reason, note) => {
          setProblemOpen(false)
          desk.raiseProblem(reason, note)
        }}
        onRubric={toggleRubric}
      />
      <KeyMapDialog groups={KEY_MAP} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}

/** Why this paper is different, or that no more will come. */
function DeskBanner(props: {
  status: string
  kind: string
  scores: readonly number[] | null
  comment: string | null
}) {
  const total = props.scores?.reduce((sum, score) => sum + score, 0)
  const text =
    props.kind === 'rejected'
      ? `! 这份试卷被打回，请重新评阅${total === undefined ? '' : `（您原来给了 ${total / 1000} 分）`}${props.comment ? `：${props.comment}` : ''}`
      : props.status === 'paused'
        ? '! 题组长已暂停阅卷：手中的试卷仍可提交，不再领取新卷'
        : null
  return text ? (
    <p className={css['banner']} role="status">
      {text}
    </p>
  ) : null
}

/** The time, once a second while somebody wants to know. */
function useNow(isWanted: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  // A clock is outside React.
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isWanted])
  return now
}
