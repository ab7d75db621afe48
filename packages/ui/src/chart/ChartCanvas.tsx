import { type ChartData, pointText } from '@hengjuan/domain'
import type { Chart, ChartData as ChartBarData, ChartOptions } from 'chart.js'
import {
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Chart as Drawing } from 'react-chartjs-2'
import { type AxisRange, drawnValues, fittedRange } from './axis-range.ts'
import { chartConfig } from './chart-config.ts'
import { useChartColours } from './chart-theme.ts'
import css from './chart.module.css'
import './register.ts'

/** Bars are as long as their values; what is drawn as points fills its axis. */
const rangeOf = (data: ChartData): AxisRange | null =>
  data.kind === 'lines' || data.kind === 'dots' || data.kind === 'boxes'
    ? fittedRange(drawnValues(data), data.figure === 'rate')
    : null

/** The drawing itself. Arrow keys walk from point to point and speak it, Enter opens what is behind it. */
export function ChartCanvas(props: {
  data: ChartData
  /** Whose values the axis has room for: all of them where several charts are compared. */
  scaleOf: ChartData
  height: number
  describedBy: string
  isPrinting: boolean
  onPick: ((index: number) => void) | undefined
}) {
  const { data, scaleOf, onPick, isPrinting } = props
  const colours = useChartColours()
  const drawing = useRef<Chart | undefined>(undefined)
  const [at, setAt] = useState<{ series: number; index: number } | null>(null)
  const config = useMemo(
    () => chartConfig(data, colours, rangeOf(scaleOf), onPick),
    [data, scaleOf, colours, onPick],
  )
  // Paper is not waited for: the drawing has the width of the sheet before it is printed.
  useLayoutEffect(() => {
    drawing.current?.resize()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the width changes with it
  }, [isPrinting])
  const walk = (event: KeyboardEvent) => {
    const { series, index } = at ?? { series: 0, index: -1 }
    const last = { series: data.series.length - 1, index: data.labels.length - 1 }
    const moves: Record<string, { series: number; index: number }> = {
      ArrowRight: { series, index: index + 1 },
      ArrowLeft: { series, index: index - 1 },
      ArrowDown: { series: series + 1, index },
      ArrowUp: { series: series - 1, index },
      Home: { series, index: 0 },
      End: { series, index: last.index },
    }
    const to = moves[event.key]
    if (event.key === 'Enter' && at) onPick?.(at.index)
    if (!to) return
    event.preventDefault()
    const next = {
      series: Math.max(0, Math.min(last.series, to.series)),
      index: Math.max(0, Math.min(last.index, to.index)),
    }
    setAt(next)
    show(drawing.current, data, next)
  }
  const spoken = at && pointText(data, at.series, at.index)
  const row = data.kind === 'matrix' && at ? `${data.series[at.series]?.name ?? ''}，` : ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application takes keys
    <div
      className={css['canvas']}
      style={{ height: props.height }}
      data-print={isPrinting || undefined}
      role="application"
      aria-roledescription="图表"
      aria-label={data.title}
      aria-describedby={props.describedBy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its points are walked by keys
      tabIndex={0}
      onKeyDown={walk}
    >
      <Drawing<'bar'>
        ref={drawing as RefObject<Chart<'bar'> | undefined>}
        aria-hidden="true"
        // Which of the kinds it is, the types of all of them together cannot say.
        type={config.type as 'bar'}
        data={config.data as ChartBarData<'bar'>}
        options={config.options as ChartOptions<'bar'>}
      />
      <span className={css['spoken']} aria-live="polite">
        {spoken && `${row}${spoken}`}
      </span>
    </div>
  )
}

/** Marks a point as under the mouse. */
function show(
  chart: Chart | undefined,
  data: ChartData,
  { series, index }: { series: number; index: number },
): void {
  if (!chart) return
  const hit =
    data.kind === 'matrix'
      ? { datasetIndex: 0, index: series * data.labels.length + index }
      : { datasetIndex: data.kind === 'scatter' || data.kind === 'boxes' ? 0 : series, index }
  const element = chart.getDatasetMeta(hit.datasetIndex).data[hit.index]
  if (!element) return
  chart.setActiveElements([hit])
  chart.tooltip?.setActiveElements([hit], { x: element.x, y: element.y })
  chart.update('none')
}
