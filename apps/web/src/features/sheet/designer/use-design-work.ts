import type { AnswerSheetType } from '@hengjuan/domain'
import { useMemo, useState } from 'react'
import type { Draft, Question, SheetWork } from '../draft.ts'
import { addArea, type ADDABLE } from './add-area.ts'
import type { AreaCommand } from './AreaActs.tsx'
import {
  mergeArea,
  releaseHeight,
  removeArea,
  resizeArea,
  setBreak,
  splitArea,
} from './edit-areas.ts'
import { moveArea, neighbourPlace } from './move-area.ts'
import { toggleBeside, withoutTornRows } from './beside-areas.ts'
import { historyOf, redone, stepped, undone } from './history.ts'
import { areasOf, layOut, type PlacedArea } from './sheet-layout.ts'

/** The work in hand with its history, its layout and its selection. */
export function useDesignWork(initial: SheetWork, schoolName: string, type: AnswerSheetType) {
  const [history, setHistory] = useState(() => historyOf(initial))
  const [selectedId, select] = useState<string | null>(null)
  const work = history.present
  const { design } = work
  const layout = useMemo(() => layOut(design, schoolName, type), [design, schoolName, type])
  const areas = useMemo(() => (layout.geometry ? areasOf(layout.geometry) : []), [layout])
  const selected = areas.find(({ id }) => id === selectedId) ?? null

  const setWork = (next: SheetWork, touched: string | null = null) =>
    setHistory((before) => stepped(before, next, touched))
  const change = (next: Draft, touched: string | null = null) =>
    next !== design && setWork({ ...work, design: withoutTornRows(next) }, touched)

  const command = (name: AreaCommand) => {
    if (!selected) return
    if (name === 'split') change(splitArea(design, selected))
    if (name === 'merge') {
      change(mergeArea(design, selected))
      // The merged frame is known by its first question.
      const before = areas[areas.indexOf(selected) - 1]
      if (before) select(before.id)
    }
    if (name === 'beside') change(toggleBeside(design, selected))
    if (name === 'release') change(releaseHeight(design, selected))
    if (name === 'remove') {
      change(removeArea(design, selected))
      select(null)
    }
    if (name === 'up' || name === 'down') {
      const place = neighbourPlace(design, selected, name === 'up' ? -1 : 1)
      if (place) change(moveArea(design, selected, place))
    }
  }
  const breakAt = (at: 'column' | 'page' | undefined) =>
    selected && change(setBreak(design, selected, at))
  const resize = (area: PlacedArea, heightMm: number, touched: string | null = null) =>
    change(resizeArea(design, area, heightMm), touched)
  const add = (what: (typeof ADDABLE)[number]) => {
    const before = new Set(
      design.sections.flatMap(({ questions }) => questions.map(({ no }) => no)),
    )
    const next = addArea(design, selected, what)
    change(next)
    const fresh = next.sections
      .flatMap(({ questions }) => questions)
      .find(({ no }) => !before.has(no))
    if (fresh) select(`${fresh.no}:0`)
  }
  const changeQuestion = (
    no: string,
    edit: (question: Question) => Question,
    touched: string | null = null,
  ) =>
    change(
      {
        ...design,
        sections: design.sections.map((section) => ({
          ...section,
          questions: section.questions.map((question) =>
            question.no === no ? edit(question) : question,
          ),
        })),
      },
      touched,
    )
  return {
    work,
    design,
    layout,
    areas,
    selected,
    select,
    setWork,
    change,
    changeQuestion,
    command,
    breakAt,
    resize,
    move: (area: PlacedArea, place: Parameters<typeof moveArea>[2]) =>
      change(moveArea(design, area, place)),
    add,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}
