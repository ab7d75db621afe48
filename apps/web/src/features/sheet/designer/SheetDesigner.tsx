import { formatMilli } from '@hengjuan/domain'
import { KeyMapDialog, ReasonButton, Segmented } from '@hengjuan/ui'
import { AreaBar } from './AreaBar.tsx'
import { withOptionalPolicy } from './edit-areas.ts'
import { DesignBar } from './DesignBar.tsx'
import { KEY_GROUPS } from './designer-keys.ts'
import { ReprintDialog } from './ReprintDialog.tsx'
import css from './designer.module.css'
import { type Tab, type DesignerProps, useSheetDesigner } from './use-sheet-designer.ts'
import { DesignerSide } from './DesignerSide.tsx'
import { DesignerCanvas } from './DesignerCanvas.tsx'

/** The designer of a sheet: question table at the left, at the right the sheet as it will be printed. */
export function SheetDesigner(props: DesignerProps) {
  const designer = useSheetDesigner(props)
  const {
    desk,
    work,
    design,
    layout,
    selected,
    questions,
    tab,
    setTab,
    isHelpOpen,
    setHelpOpen,
    isReprinting,
    setReprinting,
    zoom,
    isFixed,
    rules,
    isDrawn,
    missingKeys,
    refusal,
    scanned,
    save,
    onKeyDown,
    online,
  } = designer
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the whole designer; what they do has buttons
    <div className={css['designer']} onKeyDown={onKeyDown}>
      <div className={css['side']}>
        <div className={css['sideHead']}>
          <Segmented<Tab>
            label="面板"
            options={[
              { value: 'table', label: '题目' },
              { value: 'lines', label: '批量录入' },
              ...(isDrawn ? ([{ value: 'settings', label: '卡头与样式' }] as const) : []),
            ]}
            value={tab}
            onChange={setTab}
          />
          {props.mayEdit && (
            <ReasonButton
              size="small"
              intent="primary"
              loading={props.isPending}
              reason={refusal}
              onClick={save}
            >
              {online ? '保存题目表' : '保存答题卡'}
            </ReasonButton>
          )}
        </div>
        <DesignerSide {...props} designer={designer} />
        <div className={css['sideFoot']}>
          <span>
            {questions.length} 题，满分 {formatMilli(layout.fullMilli)} 分
            {rules.isMarked && `，${layout.blockCount} 个题块`}
          </span>
          {missingKeys > 0 && <span>{missingKeys} 题没有答案</span>}
        </div>
      </div>
      <div className={css['work']}>
        {isDrawn ? (
          <>
            <DesignBar
              design={design}
              layout={layout}
              isFixed={isFixed || scanned !== null}
              canUndo={desk.canUndo}
              canRedo={desk.canRedo}
              zoom={zoom.percent}
              onUndo={desk.undo}
              onRedo={desk.redo}
              onZoom={zoom.step}
              onAdd={desk.add}
              onChange={(change) => desk.change({ ...design, ...change })}
              onHelp={() => setHelpOpen(true)}
            />
            <AreaBar
              design={design}
              area={selected}
              isFixed={isFixed}
              onCommand={desk.command}
              onResize={(heightMm) => selected && desk.resize(selected, heightMm)}
              onBreak={desk.breakAt}
              onQuestion={desk.changeQuestion}
              onOptional={(nos, policy) => desk.change(withOptionalPolicy(design, nos, policy))}
            />
          </>
        ) : null}
        {layout.problems.length > 0 && questions.length > 0 && (
          <ul className={css['warning']} role="alert">
            {layout.problems.slice(0, 4).map(({ message }) => (
              <li key={message}>✕ {message}</li>
            ))}
            {layout.problems.length > 4 && <li>还有 {layout.problems.length - 4} 处</li>}
          </ul>
        )}
        <DesignerCanvas type={props.type} designer={designer} />
      </div>
      {isReprinting && scanned && (
        <ReprintDialog
          sheetId={scanned.sheetId}
          design={design}
          isPending={props.isPending}
          onClose={() => setReprinting(false)}
          onSave={() => {
            setReprinting(false)
            props.onSave(work, true)
          }}
        />
      )}
      <KeyMapDialog groups={KEY_GROUPS} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  )
}
