import type { CallError } from '@hengjuan/client'
import { type AnswerSheetType, SHEET_TYPE_RULES } from '@hengjuan/domain'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Draft, isObjective, questionsOf, type SheetWork } from '../draft.ts'
import { keyAction } from './designer-keys.ts'
import type { Figures } from './StemForm.tsx'
import { useDesignWork } from './use-design-work.ts'
import { useZoom } from './use-zoom.ts'

/** In the designer, or while nothing has the focus. */
type KeyPressed = KeyboardEvent | globalThis.KeyboardEvent

export type Tab = 'table' | 'lines' | 'settings'

/** A sheet, what of it may still change, and what follows when it is saved. */
export interface DesignerProps {
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
}

/** A sheet while it is designed: keys, what is selected, and what speaks against saving. */
export function useSheetDesigner(props: DesignerProps) {
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
  return {
    desk,
    work,
    design,
    layout,
    areas,
    selected,
    questions,
    tab,
    setTab,
    isHelpOpen,
    setHelpOpen,
    isReprinting,
    setReprinting,
    frame,
    zoom,
    table,
    isFixed,
    rules,
    isDrawn,
    missingKeys,
    selectedNos,
    refusal,
    scanned,
    save,
    onKeyDown,
    online,
  }
}

export type Designer = ReturnType<typeof useSheetDesigner>
