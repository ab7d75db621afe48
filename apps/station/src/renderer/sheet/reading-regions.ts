import type { FieldReading, PageReading } from '@hengjuan/domain'
import type { Region } from '@hengjuan/ui'

/** Half a printed bubble and a little air, in millimetres. */
const AROUND_MM = 2.6
/** Bubbles more likely filled than this are drawn as read. */
const FILLED = 0.5

/** What the engine found on a page, as frames in image pixels; `current` is drawn stronger. */
export function regionsOf(reading: PageReading, current: string | null): Region[] {
  const pad = AROUND_MM * pixelsPerMm(reading)
  return [
    ...reading.regions.map((region): Region => ({
      id: region.id,
      status: 'idle',
      ...boxOf(region.quadPx),
    })),
    ...reading.fields.flatMap((field) => fieldRegions(field, pad, current === field.id)),
    ...reading.issues.flatMap(({ code, evidence = [] }) =>
      evidence.map(({ xPx, yPx, widthPx, heightPx }, i): Region => ({
        id: `${code} ${i}`,
        status: 'warn',
        x: xPx,
        y: yPx,
        width: widthPx,
        height: heightPx,
      })),
    ),
  ]
}

function fieldRegions(field: FieldReading, pad: number, isCurrent: boolean): Region[] {
  if (field.bubbles.length === 0) return []
  if (field.doubtful || isCurrent || field.kind === 'examNo')
    return [
      {
        id: field.id,
        status: field.doubtful ? 'warn' : 'ok',
        label: field.values.join(field.kind === 'examNo' ? '' : '、') || '空',
        isCurrent,
        ...boxOf(pointsOf(field), pad),
      },
    ]
  return field.bubbles
    .filter((bubble) => bubble.filled > FILLED)
    .map((bubble) => ({
      id: `${field.id} ${bubble.value}`,
      status: 'ok',
      ...boxOf([[bubble.xPx, bubble.yPx]], pad),
    }))
}

const pointsOf = (field: FieldReading): [number, number][] =>
  field.bubbles.map(({ xPx, yPx }) => [xPx, yPx])

function pixelsPerMm({ registration, widthPx }: PageReading): number {
  const [a = 0, b = 0, , d = 0, e = 0] = registration?.homography ?? []
  return Math.sqrt(Math.abs(a * e - b * d)) || widthPx / 210
}

function boxOf(points: readonly [number, number][], pad = 0) {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const x = Math.min(...xs) - pad
  const y = Math.min(...ys) - pad
  return { x, y, width: Math.max(...xs) + pad - x, height: Math.max(...ys) + pad - y }
}
