import { Dialog, DialogBody, InputGroup } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { EmptyState, ErrorState, SkeletonLines } from '@hengjuan/ui'
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { FoundPaper } from '../../bridge/sheet-api.ts'
import { useScreen } from '../station-store.ts'
import { useAnswer, useTransport } from '../transport/use-station.ts'
import css from './find.module.css'

/** Finds the piece of paper behind a number, a name or the code of a label. */
export function FindDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      title="找原卷"
      className={css['dialog'] ?? ''}
      onClose={props.onClose}
    >
      <Content onClose={props.onClose} />
    </Dialog>
  )
}

function Content({ onClose }: { onClose: () => void }) {
  const begun = useScreen((screen) => screen.findText)
  const [typed, setTyped] = useState(begun)
  const text = useDeferredValue(typed.trim())
  const { answer, error, retry } = useAnswer('findPapers', { text })
  const { chooseBatch, openSheet } = useScreen()
  // A barcode reader presses Enter before the answer to what it typed is there.
  const isAwaited = useRef(false)
  const open = (paper: FoundPaper) => {
    chooseBatch(paper.batch_id)
    openSheet(paper.sheet_id)
    onClose()
  }
  const isAnswered = answer !== null && text === typed.trim()
  const openFirst = useEffectEvent(() => {
    const [first] = answer?.list ?? []
    if (first) open(first)
  })
  // The answer comes from outside React.
  useEffect(() => {
    if (!isAwaited.current || !isAnswered) return
    isAwaited.current = false
    openFirst()
  }, [isAnswered])
  return (
    <DialogBody className={css['body'] ?? ''}>
      <InputGroup
        size="large"
        leftIcon={<SearchIcon />}
        placeholder="考号、姓名，或批次标签上的编号"
        aria-label="考号、姓名或批次编号"
        value={typed}
        maxLength={60}
        autoFocus
        onValueChange={(value) => {
          setTyped(value)
          isAwaited.current = false
        }}
        onKeyDown={(event) => {
          const [first] = answer?.list ?? []
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            if (!isAnswered) isAwaited.current = true
            else if (first) open(first)
          }
          if (event.key === 'ArrowDown') focusRow(event, 0)
        }}
      />
      <div className={css['answers']} aria-live="polite">
        {error !== null && <ErrorState error={error} onRetry={retry} />}
        {text === '' && (
          <p className={css['hint']}>
            用扫码枪扫标签，或输入考号、姓名，立刻知道原卷在哪一捆的第几张。
          </p>
        )}
        {text !== '' && !answer && error === null && <SkeletonLines lines={4} />}
        {text !== '' && answer?.list.length === 0 && (
          <EmptyState title={`本站没有「${text}」的答题卡`}>
            也可能由其他扫描站扫过：请在阅卷系统的「异常中心」或「应扫与已扫」里查看。
          </EmptyState>
        )}
        {answer && answer.list.length > 0 && (
          <ul className={css['list']}>
            {answer.list.map((paper, index) => (
              <li key={paper.sheet_id}>
                <button
                  type="button"
                  className={css['row']}
                  onClick={() => open(paper)}
                  onKeyDown={(event) => {
                    if (event.key === 'ArrowDown') focusRow(event, index + 1)
                    if (event.key === 'ArrowUp') focusRow(event, index - 1)
                  }}
                >
                  <Cover paper={paper} />
                  <span className={css['who']}>
                    <strong>{paper.candidate_name ?? '未认出'}</strong>
                    <span>{paper.exam_no ?? '无考号'}</span>
                  </span>
                  <span className={css['where']}>
                    <strong>
                      {paper.batch_label} · 第 {paper.seq} 张
                    </strong>
                    <span>
                      {paper.exam_name} · {paper.subject_name} · 编号 {paper.batch_code}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {answer && answer.total > answer.list.length && (
          <p className={css['hint']}>
            共 {answer.total} 张，只显示前 {answer.list.length} 张，请再多输入几位。
          </p>
        )}
      </div>
    </DialogBody>
  )
}

function Cover({ paper }: { paper: FoundPaper }) {
  const { pictureAddress } = useTransport()
  return (
    <span className={css['cover']}>
      {paper.cover_id !== null && (
        <img src={pictureAddress(paper.cover_id, 'thumb')} alt="" loading="lazy" />
      )}
    </span>
  )
}

/** Moves to a row of the list, or back to the field from the first one. */
function focusRow(event: KeyboardEvent<HTMLElement>, index: number): void {
  event.preventDefault()
  const body = event.currentTarget.closest(`.${css['body']}`)
  const rows = body?.querySelectorAll<HTMLElement>('li > button')
  if (index < 0) body?.querySelector('input')?.focus()
  else rows?.[index]?.focus()
}
