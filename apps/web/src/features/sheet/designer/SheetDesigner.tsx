import type { CallError } from '@hengjuan/client'
import { type AnswerSheetType, formatMilli, SHEET_TYPE_RULES } from '@hengjuan/domain'
import { KeyMapDialog, ReasonButton, Segmented } from '@hengjuan/ui'
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Draft, isObjective, questionsOf, type SheetWork } from '../draft.ts'
import { AreaBar } from './AreaBar.tsx'
import { withOptionalPolicy } from './edit-areas.ts'
import { DesignBar } from './DesignBar.tsx'
import { KEY_GROUPS, keyAction } from './designer-keys.ts'
import { QuestionLines } from './QuestionLines.tsx'
import { QuestionTable } from './QuestionTable.tsx'
import { ReprintDialog } from './ReprintDialog.tsx'
import { SheetCanvas } from './SheetCanvas.tsx'
import { type Figures, withStem } from './StemForm.tsx'
import { SheetSettings } from './SheetSettings.tsx'
import { TableSummary } from './TableSummary.tsx'
import { useDesignWork } from './use-design-work.ts'
import { useZoom } from './use-zoom.ts'
import css from './designer.module.css'

/** In the designer, or while nothing has the focus. */
type KeyPressed = KeyboardEvent | globalThis.KeyboardEvent
const NO_KNOWLEDGE = {}

type Tab = 'table' | 'lines' | 'settings'

/** The designer of a sheet: question table at the left, at the right the sheet as it will be printed. */
export function SheetDesigner(props: {
  initial: SheetWork
  type: AnswerSheetType
  /** Knowledge points by question. */
  knowledge?: Readonly<Record<string, string[]>>
  /** Printed before the title. */
  schoolName: string
  /** Not stored yet: it can be saved as it is. */
  isNew: boolean
  /** Why the layout cannot change any more; answers still can. */
  fixedReason: string | null
  /** The stored sheet of which paper is scanned: its layout may change, its questions may not. */
  scanned?: { sheetId: number; sheets: number } | null
  mayEdit: boolean
  isPending: boolean
  error: CallError | null
  onSave: (work: SheetWork, keepScanned: boolean) => void
  /** Of a table that is answered on screen: pictures of its questions, and how it will look. */
  online?: { figures: Figures; preview: (design: Draft) => ReactNode } | null
}) {
  const desk = useDesignWork(props.initial, props.schoolName, props.type)
  const { work, design, layout, areas, selected } = desk
  const questions = questionsOf(design)
  const [tab, setTab] = useState<Tab>(questions.length === 0 ? 'lines' : 'table')
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isReprinting, setReprinting] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const zoom = useZoom(frame, layout.geometry?.pages[0]?.widthMm ?? 210)
  const table = useRef<HTMLDivElement>(null)
  const isFixed = props.fixedReason !== null || !props.mayEdit
  const isChanged = props.isNew || work !== props.initial
  const rules = SHEET_TYPE_RULES[props.type]
  const isDrawn = rules.page === 'designed'
  const { online = null } = props
  const missingKeys = rules.hasKeys
    ? questions.filter((one) => isObjective(one) && !work.keys[one.no]).length
    : 0
  const selectedNos = new Set(selected?.questionNos)
  const firstNo = selected?.questionNos[0]
  // The row of what was selected on the sheet comes into sight.
  useEffect(() => {
    if (firstNo !== undefined)
      table.current
        ?.querySelector(`tr[data-no="${CSS.escape(firstNo)}"]`)
        ?.scrollIntoView({ block: 'nearest' })
  }, [firstNo])

  const refusal = layout.problems.length > 0 ? '请先改正列出的问题' : isChanged ? null : '没有修改'
  const { scanned = null } = props
  const isReprint = scanned !== null && design !== props.initial.design
  const save = () => {
    if (refusal !== null || props.isPending) return
    if (isReprint) setReprinting(true)
    else props.onSave(work, false)
  }
  const onKeyDown = (event: KeyPressed) => {
    const element = event.target as HTMLElement
    const isTyping = element.matches('input:not([type=radio],[type=checkbox]), textarea, select')
    const isOnSheet = frame.current?.contains(element) ?? false
    const action = keyAction(event, isOnSheet, isTyping)
    if (!action) return
    event.preventDefault()
    if (action.kind === 'help') return setHelpOpen(true)
    if (action.kind === 'zoom') return zoom.step(action.step)
    if (action.kind === 'deselect') return desk.select(null)
    if (action.kind === 'focus') {
      const at = selected ? areas.indexOf(selected) + action.step : 0
      return areas[at] && desk.select(areas[at].id)
    }
    if (action.kind === 'toTable') {
      setTab('table')
      const row = firstNo === undefined ? '' : `tr[data-no="${CSS.escape(firstNo)}"] `
      return table.current?.querySelector<HTMLElement>(`${row}input`)?.focus()
    }
    if (action.kind === 'save') return save()
    if (isFixed) return
    if (action.kind === 'undo') return desk.undo()
    if (action.kind === 'redo') return desk.redo()
    if (action.kind === 'command') return desk.command(action.command)
    const current = questions.find(({ no }) => no === firstNo)?.breakBefore
    if (action.kind === 'break') return desk.breakAt(current === action.at ? undefined : action.at)
    if (selected) desk.resize(selected, selected.heightMm + action.byMm, `height ${selected.id}`)
  }
  const onStrayKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target === document.body && !document.querySelector('[role=dialog]')) onKeyDown(event)
  })
  // The focus is nowhere after its button went away or was disabled: Ctrl+S still saves the sheet.
  useLayoutEffect(() => {
    window.addEventListener('keydown', onStrayKey)
    return () => window.removeEventListener('keydown', onStrayKey)
  }, [])
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
                new Map(
                  layout.problems.map(({ questionNo, message }) => [questionNo ?? '', message]),
                )
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
