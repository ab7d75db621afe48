import { Button, Checkbox } from '@blueprintjs/core'
import { KeyHint } from '@hengjuan/ui'
import css from './blank.module.css'
import { ContactPaper } from './ContactPaper.tsx'
import { finishText } from './contact-words.ts'
import { type Paper, type SheetProps, useContactSheet } from './use-contact-sheet.ts'

export function SheetOfPapers(props: SheetProps) {
  const { papers, remaining, written } = props
  const {
    current,
    setCurrent,
    isDarker,
    setIsDarker,
    list,
    known,
    note,
    unseen,
    isAllSeen,
    here,
    refresh,
    isBusy,
    blanks,
    toggle,
    finish,
  } = useContactSheet(props)
  return (
    <div className={css['sheet']}>
      <ul
        ref={list}
        className={css['grid']}
        data-darker={isDarker || undefined}
        data-tall={papers.some(isTall) || undefined}
        aria-label="疑似空白卷"
      >
        {papers.map((paper, index) => (
          <li key={paper.unit_id}>
            <ContactPaper
              paper={paper}
              isWritten={written.has(paper.unit_id)}
              isCurrent={index === current}
              hasFailed={known.failed.has(paper.unit_id)}
              attempt={known.attempt}
              onPress={() => {
                setCurrent(index)
                toggle(index)
              }}
              onDrawn={(hash) => note({ kind: 'drawn', hash })}
              onFail={() => note({ kind: 'failed', unitId: paper.unit_id })}
            />
          </li>
        ))}
      </ul>
      <footer {...here} className={css['footer']}>
        <span>
          本版 {papers.length} 份，还有 {remaining - papers.length} 份
        </span>
        <Checkbox
          inline
          checked={isDarker}
          labelElement={
            <>
              加深笔迹 <KeyHint keys="D" />
            </>
          }
          onChange={({ currentTarget }) => setIsDarker(currentTarget.checked)}
        />
        <span className={css['keys']}>
          <KeyHint keys="←" />
          <KeyHint keys="→" /> 移动 <KeyHint keys="Space" /> 空白／有作答
        </span>
        {known.failed.size > 0 && (
          <span className={css['failures']} role="status">
            {known.failed.size} 份图像没有加载
            <Button
              size="small"
              onClick={() => {
                note({ kind: 'retry' })
                // A picture that is gone may have been replaced by another one.
                void refresh()
              }}
            >
              重试
            </Button>
          </span>
        )}
        <Button intent="primary" loading={isBusy} onClick={() => void finish()}>
          {isAllSeen ? finishText(blanks.length, written.size) : `看其余 ${unseen.length} 份`}{' '}
          <KeyHint keys="Enter" />
        </Button>
      </footer>
    </div>
  )
}

/** Is it higher than wide? Faint strokes of such an answer are lost in a low frame. */
const isTall = ({ images }: Paper): boolean =>
  images.reduce((sum, { height_px }) => sum + height_px, 0) >
  Math.max(0, ...images.map(({ width_px }) => width_px))
