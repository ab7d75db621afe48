import { useEffect, useRef, useState } from 'react'
import { mapQuestion, type Question, type SheetWork } from '../draft.ts'

/** What a row does to the table; the same object all along, so that only rows that changed are drawn anew. */
export interface RowActs {
  onDesign(place: readonly [number, number], change: (question: Question) => Question | null): void
  onWork(change: (work: SheetWork) => SheetWork): void
  onSelect(no: string): void
  onStem(no: string, change: Pick<Question, 'stem' | 'pictures'>): void
}

export function useRowActs(props: {
  work: SheetWork
  onSelect: (no: string) => void
  onChange: (work: SheetWork) => void
  onStem: RowActs['onStem'] | null
}): RowActs {
  const latest = useRef(props)
  // Read only when a row acts, by then the table is on screen.
  useEffect(() => {
    latest.current = props
  })
  const [acts] = useState((): RowActs => ({
    onDesign: (place, change) => {
      const { work, onChange } = latest.current
      onChange({ ...work, design: mapQuestion(work.design, place, change) })
    },
    onWork: (change) => latest.current.onChange(change(latest.current.work)),
    onSelect: (no) => latest.current.onSelect(no),
    onStem: (no, change) => latest.current.onStem?.(no, change),
  }))
  return acts
}
