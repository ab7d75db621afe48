import type { Annotation, Milli, ScorePoint } from '@hengjuan/domain'

/** What the pointer does on the paper. */
export const TOOLS = {
  select: { title: '选择', sign: '选择' },
  pen: { title: '笔', sign: '笔' },
  tick: { title: '勾', sign: '✓' },
  cross: { title: '叉', sign: '✕' },
  half: { title: '半勾', sign: '½✓' },
  text: { title: '文字', sign: '文字' },
  stamp: { title: '带分印章', sign: '±分' },
  eraser: { title: '橡皮', sign: '橡皮' },
} as const
export type Tool = keyof typeof TOOLS

/** Values of stamps that may be put on a point: the step, and one, two and three points. */
export function stampValues({ fullMilli, stepMilli }: ScorePoint, isDeductive: boolean): Milli[] {
  const values = [stepMilli, 1000, 2000, 3000].filter(
    (value) => value <= fullMilli && value % stepMilli === 0,
  )
  return [...new Set(values)]
    .toSorted((a, b) => a - b)
    .map((value) => (isDeductive ? -value : value))
}

/** What a stamp gives now: the value chosen, or where the point does not take it its smallest; null without. */
export function stampOf(
  point: ScorePoint | null,
  isDeductive: boolean,
  chosen: Milli | null,
): Milli | null {
  const values = point ? stampValues(point, isDeductive) : []
  return chosen !== null && values.includes(chosen) ? chosen : (values[0] ?? null)
}

/** A place in the image that is shown. */
export interface Place {
  x: number
  y: number
}

/** The part of an answer that a place lies in, and where in it. */
export function partAt(offsets: readonly Place[], { x, y }: Place) {
  const isBeside = offsets.some((offset) => offset.x > 0)
  const part = Math.max(
    0,
    offsets.findLastIndex((offset) => (isBeside ? offset.x <= x : offset.y <= y)),
  )
  const offset = offsets[part] ?? { x: 0, y: 0 }
  return { part, x: Math.round(x - offset.x), y: Math.round(y - offset.y) }
}

/** What a tap with a tool that signs at one place leaves there; null for the other tools. */
export function signAt(
  tool: Tool,
  place: Place,
  offsets: readonly Place[],
  stamp: { milli: Milli; point: number } | null,
): Annotation | null {
  const at = partAt(offsets, place)
  if (tool === 'tick' || tool === 'cross' || tool === 'half') return { kind: tool, ...at }
  return tool === 'stamp' && stamp ? { kind: 'stamp', ...at, ...stamp } : null
}
