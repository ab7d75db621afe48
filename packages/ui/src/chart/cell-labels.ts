import type { Chart, Plugin } from 'chart.js'
import type { MatrixCell } from './chart-datasets.ts'

/** Pixels beside and above a figure in its cell. */
const ROOM = { x: 6, y: 5 }
/** The second where the first is too wide. */
const FONT_SIZES = [11, 9]
const fontOf = (size: number) => `${size}px system-ui, sans-serif`

/** Writes the figures of a matrix into its cells, where they have room: colour alone tells nobody how much. */
export const cellLabels: Plugin<'matrix'> = {
  id: 'hengjuanCellLabels',
  afterDatasetsDraw(chart: Chart) {
    if (!('type' in chart.config) || chart.config.type !== 'matrix') return
    const cells = chart.data.datasets[0]?.data as unknown as MatrixCell[]
    const { ctx } = chart
    ctx.save()
    ctx.textAlign = 'center'
    ctx.textBaseline = 'middle'
    for (const [index, element] of chart.getDatasetMeta(0).data.entries()) {
      const { x, y, width, height } = element.getProps(
        ['x', 'y', 'width', 'height'],
        true,
      ) as Record<'x' | 'y' | 'width' | 'height', number>
      const cell = cells[index]
      if (!cell) continue
      const fits = FONT_SIZES.some((size) => {
        ctx.font = fontOf(size)
        return size + ROOM.y <= height && ctx.measureText(cell.text).width + ROOM.x <= width
      })
      if (!fits) continue
      ctx.fillStyle = cell.colour
      ctx.fillText(cell.text, x + width / 2, y + height / 2)
    }
    ctx.restore()
  },
}
