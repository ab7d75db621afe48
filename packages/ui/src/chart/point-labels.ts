import type { Chart, Plugin } from 'chart.js'

/** Pixels that a label takes beside its point. */
const LABEL_WIDTH = 44
const LABEL_HEIGHT = 13

/** The places of points whose labels cover no other; the rest tell their name under the mouse. */
export function labelled(points: readonly { x: number; y: number }[]): readonly number[] {
  const placed: { x: number; y: number }[] = []
  return points.flatMap((point, index) => {
    const isFree = placed.every(
      (other) =>
        Math.abs(other.x - point.x) > LABEL_WIDTH || Math.abs(other.y - point.y) > LABEL_HEIGHT,
    )
    if (!isFree) return []
    placed.push(point)
    return [index]
  })
}

/** Writes beside the points of a scatter what they are. */
export const pointLabels: Plugin<'scatter'> = {
  id: 'hengjuanPointLabels',
  afterDatasetsDraw(chart: Chart) {
    if (!('type' in chart.config) || chart.config.type !== 'scatter') return
    const points = chart.getDatasetMeta(0).data
    const { ctx } = chart
    ctx.save()
    ctx.font = '11px system-ui, sans-serif'
    ctx.fillStyle = getComputedStyle(chart.canvas).color
    for (const index of labelled(points)) {
      const point = points[index]
      const label = chart.data.labels?.[index]
      if (point && typeof label === 'string') ctx.fillText(label, point.x + 8, point.y + 4)
    }
    ctx.restore()
  },
}
