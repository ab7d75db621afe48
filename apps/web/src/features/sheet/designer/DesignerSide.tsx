import { startTransition } from 'react'
import { QuestionLines } from './QuestionLines.tsx'
import { QuestionTable } from './QuestionTable.tsx'
import { withStem } from './StemForm.tsx'
import { SheetSettings } from './SheetSettings.tsx'
import css from './designer.module.css'
import type { Designer, DesignerProps } from './use-sheet-designer.ts'

const NO_KNOWLEDGE = {}

/** The questions as a table, as lines, or the look of the sheet. */
export function DesignerSide(props: DesignerProps & { designer: Designer }) {
  const {
    desk,
    work,
    design,
    layout,
    areas,
    questions,
    tab,
    setTab,
    table,
    isFixed,
    rules,
    isDrawn,
    selectedNos,
    scanned,
    online,
  } = props.designer
  return (
    <div className={css['sideBody']} ref={table}>
      {props.error && (
        <p className={css['problem']} role="alert">
          ✕ {props.error.message}
        </p>
      )}
      {props.fixedReason && (
        <p className={css['note']}>! {props.fixedReason}，现在只能修改答案。</p>
      )}
      {scanned && !props.fixedReason && (
        <p className={css['note']}>
          ! 已扫描 {scanned.sheets}{' '}
          张：答案和版面可以改，题目、题型、分值不能改。改版面后成为新的一版，已扫描的不受影响。
        </p>
      )}
      {tab === 'table' && (
        <QuestionTable
          work={work}
          knowledge={props.knowledge ?? NO_KNOWLEDGE}
          hasKeys={rules.hasKeys}
          hasBlocks={rules.isMarked}
          isFixed={isFixed || scanned !== null}
          isLayoutFixed={isFixed}
          selected={selectedNos}
          onSelect={(no) => {
            const area = areas.find(({ questionNos }) => questionNos.includes(no))
            if (area && !selectedNos.has(no)) desk.select(area.id)
          }}
          problems={
            new Map(layout.problems.map(({ questionNo, message }) => [questionNo ?? '', message]))
          }
          onChange={props.mayEdit ? desk.setWork : () => undefined}
          onStem={
            isDrawn || online
              ? (no, change) =>
                  desk.changeQuestion(no, (one) => withStem(one, change), `stem ${no}`)
              : null
          }
          figures={online?.figures ?? null}
        />
      )}
      {tab === 'lines' && (
        <QuestionLines
          isFixed={isFixed || scanned !== null}
          hasQuestions={questions.length > 0}
          onApply={(sections, how) => {
            desk.change({
              ...design,
              sections: how === 'replace' ? sections : [...design.sections, ...sections],
            })
            // The sheet appears first, the long table after it.
            startTransition(() => setTab('table'))
          }}
        />
      )}
      {tab === 'settings' && (
        <SheetSettings
          design={design}
          disabled={isFixed}
          onChange={(change, touched) => desk.change({ ...design, ...change }, touched ?? null)}
        />
      )}
    </div>
  )
}
