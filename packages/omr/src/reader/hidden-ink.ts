import type { FieldReading, PageReading, TemplatePage } from '@hengjuan/domain'
import type { InkView, LocalView } from '../align/ink-view.ts'
import { inkAt, localView } from '../align/ink-view.ts'
import type { ChannelPage, InkColour } from '../codec/ink-channels.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'

/** Coloured ink beyond the printed bubble's own, share of the area: a thin tick has twice as much. */
const leastColoured = 0.12
/** Where fewer printed bubbles are alike, their print is taken to be darker by so much. */
const leastTwins = 4
const unknownPrint = 0.1
/** A bubble with more ink than this in the channel that was read covers its own coloured print. */
const mostKept = 0.15

const names: Record<InkColour, string> = { red: '红', green: '绿', blue: '蓝' }

interface Coloured {
  field: FieldReading
  value: string
  likeness: string
  /** Ink that only the hidden channel shows, share of the bubble. */
  coloured: number
  kept: number
}

/**
 * Doubts the fields in which a pen of the dropped colour was used: its marks vanish with the print, and
 * a bubble filled with it would be read as empty.
 */
export function doubtHiddenInk(
  reading: PageReading,
  page: TemplatePage,
  { kept, hidden }: ChannelPage,
  colour: InkColour,
): FieldReading[] {
  const { registration } = reading
  if (!registration) return reading.fields
  const view = (gray: typeof kept): InkView => {
    const white = makeWhiteMap(gray)
    return { gray, white, toPx: registration.homography, inkShare: white.inkShare }
  }
  const views = [view(kept), view(hidden)] as const
  const all = reading.fields.flatMap((field) => measureField(field, page, views))
  const print = printOf(all)
  const marked = Map.groupBy(
    all.filter((bubble) => bubble.coloured - print(bubble.likeness) > leastColoured),
    (bubble) => bubble.field,
  )
  return reading.fields.map((field) => {
    const values = marked.get(field)?.map((bubble) => bubble.value)
    if (!values) return field
    const name = names[colour]
    const reason = `选项 ${values.join('、')} 上有${name}色笔迹，会随${name}色印刷一起滤除，请看图确认`
    return {
      ...field,
      doubtful: true,
      reason: field.doubtful ? `${field.reason}；${reason}` : reason,
      confidence: Math.min(field.confidence, 0.5),
    }
  })
}

function measureField(
  field: FieldReading,
  page: TemplatePage,
  [kept, hidden]: readonly [InkView, InkView],
): Coloured[] {
  const printed = page.fields.find((f) => f.id === field.id)
  return field.bubbles.flatMap((bubble, i) => {
    const size = printed?.bubbles[i]
    if (!size) return []
    const ink = (view: InkView) => {
      const local = { ...localView(view, size.xMm, size.yMm), x: bubble.xPx, y: bubble.yPx }
      return meanInk(local, size.widthMm, size.heightMm)
    }
    const keptInk = ink(kept)
    return {
      field,
      value: bubble.value,
      likeness: `${size.label} ${size.widthMm} ${size.heightMm}`,
      coloured: ink(hidden) - keptInk,
      kept: keptInk,
    }
  })
}

/** Mean ink of the inside, clear of the outline. */
function meanInk(local: LocalView, widthMm: number, heightMm: number): number {
  const [steps, inside] = [6, 0.36]
  let sum = 0
  for (let j = -steps; j <= steps; j++) {
    for (let i = -steps; i <= steps; i++) {
      sum += inkAt(local, (i / steps) * inside * widthMm, (j / steps) * inside * heightMm)
    }
  }
  return sum / (2 * steps + 1) ** 2
}

/** Coloured ink of the empty printed bubble, by what is printed in it. */
function printOf(all: readonly Coloured[]): (likeness: string) => number {
  const empty = all.filter((bubble) => bubble.kept < mostKept)
  const usual = lowerQuartile(empty.map((bubble) => bubble.coloured))
  const byLikeness = Map.groupBy(empty, (bubble) => bubble.likeness)
  return (likeness) => {
    const twins = byLikeness.get(likeness) ?? []
    if (twins.length < leastTwins) return usual + unknownPrint
    // A row in which all are filled with the coloured pen must not pass for print.
    return Math.min(lowerQuartile(twins.map((bubble) => bubble.coloured)), usual + unknownPrint)
  }
}

/** The lower quartile: most bubbles of any kind are empty. */
const lowerQuartile = (values: number[]) =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0
