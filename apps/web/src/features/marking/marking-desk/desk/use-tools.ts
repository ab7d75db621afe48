import type { Milli, ScorePoint } from '@hengjuan/domain'
import { useState } from 'react'
import { stampOf, type Tool } from '../../marking-core/annotate/tool.ts'

/** The tool in hand, and what a stamp gives to the point in hand. */
export function useTools(on: {
  /** Are signs kept with the scores? Without, nothing is ever drawn. */
  hasTools: boolean
  /** Null while there is no paper. */
  point: ScorePoint | null
  isDeductive: boolean
  /** Why no tool is to be had now; null where one is. */
  refusal: string | null
  say: (hint: string) => void
}) {
  const { hasTools, point, isDeductive, refusal } = on
  const [tool, setTool] = useState<Tool>('select')
  const [stampMilli, setStampMilli] = useState<Milli | null>(null)
  return {
    has: hasTools,
    tool: hasTools ? tool : 'select',
    choose: (next: Tool) => {
      if (refusal === null) setTool(next)
      else on.say(refusal)
    },
    putDown: () => setTool('select'),
    point,
    isDeductive,
    /** What a stamp gives; null where the point takes none. */
    stampMilli: stampOf(point, isDeductive, stampMilli),
    chooseStamp: setStampMilli,
  }
}

export type Tools = ReturnType<typeof useTools>
