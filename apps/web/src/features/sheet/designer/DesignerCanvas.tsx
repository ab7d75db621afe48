import type { AnswerSheetType } from '@hengjuan/domain'
import type { Designer } from './use-sheet-designer.ts'
import { SheetCanvas } from './SheetCanvas.tsx'
import { TableSummary } from './TableSummary.tsx'
import css from './designer.module.css'

/** The sheet as it will be printed. */
export function DesignerCanvas(props: { type: AnswerSheetType; designer: Designer }) {
  const {
    desk,
    design,
    layout,
    areas,
    selected,
    questions,
    frame,
    zoom,
    isFixed,
    isDrawn,
    online,
  } = props.designer
  return (
    <div className={css['canvas']} ref={frame}>
      {!isDrawn ? (
        <>
          <TableSummary design={design} type={props.type} />
          {online && questions.length > 0 && online.preview(design)}
        </>
      ) : layout.geometry ? (
        <SheetCanvas
          layout={layout}
          areas={areas}
          design={design}
          scale={zoom.scale}
          selectedId={selected?.id ?? null}
          isFixed={isFixed}
          onSelect={desk.select}
          onMove={desk.move}
          onResize={desk.resize}
        />
      ) : (
        <p className={css['empty']}>
          {questions.length === 0
            ? '还没有题目：在左边批量录入，或点「作答区」添加'
            : '改正问题后显示版面'}
        </p>
      )}
    </div>
  )
}
