import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { markInfo, markNext } from '@hengjuan/contracts'
import { PAPER_FLAGS, type PaperFlag } from '@hengjuan/domain'
import {
  EmptyState,
  ErrorState,
  type ImageViewerHandle,
  MarksView,
  SkeletonPage,
} from '@hengjuan/ui'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../../session/session-store.ts'
import { bestOfTask, paperOf } from '../../marking-core/paper/paper.ts'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { ScorePanel } from '../desk/ScorePanel.tsx'
import { BindingsOn } from '../../marking-core/keys/bindings.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { useViewerKeys } from '../../marking-core/keys/use-viewer-keys.ts'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { PressedEntries } from '../../marking-messages/rubric/PressedEntries.tsx'
import { WholeOfReading } from '../../marking-core/paper/WholePaper.tsx'
import css from '../desk/desk.module.css'

/** An own paper with the scores and signs that were given: to look at, nothing can be changed. */
export function MarkedPaper(props: {
  blockId: number
  readingId: number
  /** All answers of the sheet in place of the one. */
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
}) {
  const { blockId, readingId } = props
  const viewer = useRef<ImageViewerHandle>(null)
  const keys = useKeyChoice(useSession().user_id)
  // As on the marking page, the key of the whole sheet turns to it and back wherever the focus is.
  useViewerKeys(keys, viewer, (action) => {
    if (action === 'whole') props.onWhole(!props.isWhole)
    return action === 'whole'
  })
  const info = useRoute(markInfo, { query: { block_id: blockId } })
  const found = useRoute(markNext, { query: { block_id: blockId, reading_id: readingId } })
  const images = usePaperImages(async () => (await found.refetch()).data?.tasks[0]?.images)
  const error = info.error ?? found.error
  const tasks = (
    <Link className="bp6-button" to="/MainPage/markPaper/markPage/unfinishList">
      返回我的任务
    </Link>
  )
  if (error)
    return (
      <ErrorState
        size="large"
        error={error}
        onRetry={() => {
          void info.refetch()
          void found.refetch()
        }}
        action={tasks}
      />
    )
  if (!info.data || !found.data) return <SkeletonPage inset />
  const [task] = found.data.tasks
  if (!task)
    return (
      <EmptyState size="large" title="没有找到这份评阅" action={tasks}>
        可能已被撤回重评，请从「我的任务」重新打开。
      </EmptyState>
    )
  const { rules, entry, marks, flags } = paperOf(task, info.data.settings.add_type === 1)
  return (
    <BindingsOn value={keys.bindings}>
      <div className={css['root']} data-testid="marked-paper">
        <header className={css['header']}>
          <Link className={css['leave']} to={`/marking?block_id=${blockId}`}>
            ◂ 去阅卷
          </Link>
          <strong className={css['block']}>
            {info.data.subject_name} · {info.data.block_name}
          </strong>
          <span>阅卷查看</span>
          <span className={css['spring']} />
          <span className={css['code']}>密号 {task.secret_code}</span>
        </header>
        <main className={css['paper']} aria-label="答卷">
          <PaperView
            parts={task.images}
            images={images}
            blockId={blockId}
            viewer={viewer}
            layer={<MarksView parts={task.images} readings={[{ hand: 0, marks }]} />}
          />
          {props.isWhole && (
            <WholeOfReading
              blockId={blockId}
              readingId={readingId}
              images={images}
              onClose={() => props.onWhole(false)}
            />
          )}
        </main>
        <div className={css['panel']}>
          <ScorePanel
            rules={rules}
            bestOf={bestOfTask(task, info.data.best_of)}
            entry={entry}
            onEdit={() => undefined}
            onSubmit={() => undefined}
            submitText=""
            hint={null}
            lockedReason={task.locked_reason ?? '这里只供查看，修改请到阅卷页回评'}
            mayClick={false}
          >
            <PressedEntries pressed={task.pressed ?? []} />
            {flags.length > 0 && (
              <p>{flags.map((flag) => PAPER_FLAGS[flag as PaperFlag] ?? flag).join('、')}</p>
            )}
          </ScorePanel>
        </div>
        <footer className={css['footer']}>
          <Button
            variant="minimal"
            active={props.isWhole}
            onClick={() => props.onWhole(!props.isWhole)}
          >
            整卷 <KeyOf action="whole" />
          </Button>
        </footer>
      </div>
    </BindingsOn>
  )
}
