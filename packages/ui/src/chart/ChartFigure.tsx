import { type ChartData, chartSummary, chartTable, tableParts, tsvOf } from '@hengjuan/domain'
import { Button } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useId, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { copyText } from '../copy-text.ts'
import { toast } from '../feedback/toast.ts'
import { Segmented } from '../form/Segmented.tsx'
import { usePrintable } from '../print/printable.tsx'
import { usePrinting } from '../print/printing.ts'
import { SimpleTable } from '../table/SimpleTable.tsx'
import { ChartCanvas } from './ChartCanvas.tsx'
import { MOST_ROWS } from './chart-config.ts'
import css from './chart.module.css'
import { smallMultiples } from './small-multiples.ts'

const VIEWS = [
  { value: 'chart', label: '图' },
  { value: 'table', label: '表' },
] as const
/** Name in the address of the charts that are shown as tables. */
const AS_TABLE = 'table'
const DEFAULT_HEIGHT = 260
const SMALL_HEIGHT = 160
const ROW_HEIGHT = 18
/** For the names below a matrix, slanted. */
const BELOW_MATRIX = 90

/** Room for every row of a matrix to have its name. */
const matrixHeight = ({ kind, series }: ChartData): number =>
  kind === 'matrix' ? BELOW_MATRIX + ROW_HEIGHT * Math.min(series.length, MOST_ROWS) : 0

/**
 * A chart and the same figures as a table, one key (T) apart; which of both is in the address. On paper the table is
 * below the chart.
 */
export function ChartFigure(props: {
  data: ChartData
  /** Pixels. */
  height?: number
  /** Index of the label that was clicked; every figure should open its rows. */
  onPick?: (index: number) => void
}) {
  const { data } = props
  const height = Math.max(props.height ?? DEFAULT_HEIGHT, matrixHeight(data))
  const id = useId()
  const isPrinting = usePrinting()
  const figure = useRef<HTMLElement>(null)
  usePrintable(figure, true)
  const [isTable, toggle] = useTableView(data.title)
  const parts = useMemo(() => smallMultiples(data), [data])
  const isBlank = hasNothing(data)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isTyped = (event.target as Element).closest('input:not([type=radio]), textarea, select')
    if (event.key.toLowerCase() !== 't' || isTyped || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // The drawing goes, and the keys with it: T has to be heard again.
    event.currentTarget.focus()
    toggle()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears T from the chart and its buttons
    <figure ref={figure} className={css['root']} tabIndex={-1} onKeyDown={onKeyDown}>
      <figcaption className={css['head']}>
        <span>{data.title}</span>
        {!isPrinting && (
          <span className={css['views']}>
            {isTable && (
              <Button
                size="small"
                variant="minimal"
                icon={<DuplicateIcon />}
                onClick={() => void copyTable(data)}
              >
                复制
              </Button>
            )}
            <Segmented
              label={`${data.title}的显示方式`}
              options={VIEWS}
              value={isTable ? 'table' : 'chart'}
              onChange={toggle}
            />
          </span>
        )}
      </figcaption>
      <p id={id} className={css['spoken']}>
        {chartSummary(data)}。方向键逐点读出，按 T 切换图和表。
      </p>
      {isBlank && <p className={css['blank']}>所选范围内没有可以画出的数据。</p>}
      {!isBlank && (!isTable || isPrinting) && (
        <div className={parts.length > 1 ? css['multiples'] : undefined}>
          {parts.map((part, index) => (
            <div key={index}>
              {parts.length > 1 && <p className={css['part']}>{part.title}</p>}
              <ChartCanvas
                data={part}
                scaleOf={data}
                height={parts.length > 1 ? SMALL_HEIGHT : height}
                describedBy={id}
                isPrinting={isPrinting}
                onPick={props.onPick}
              />
            </div>
          ))}
        </div>
      )}
      {!isBlank && (isTable || isPrinting) && (
        <div className={css['table']} style={isPrinting ? undefined : { height }}>
          <Twin data={data} isPrinting={isPrinting} />
        </div>
      )}
    </figure>
  )
}

/** No value at all; steps of a distribution in which nobody stands are none. */
const hasNothing = ({ kind, series }: ChartData): boolean =>
  series.every(({ values }) =>
    values.every((value) => value === null || (kind === 'histogram' && value === 0)),
  )

function useTableView(title: string): [boolean, () => void] {
  const [query, setQuery] = useSearchParams()
  const isTable = query.getAll(AS_TABLE).includes(title)
  const toggle = () =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        if (isTable) next.delete(AS_TABLE, title)
        else next.append(AS_TABLE, title)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return [isTable, toggle]
}

async function copyTable(data: ChartData): Promise<void> {
  const { head, rows } = chartTable(data)
  if (await copyText(tsvOf([head, ...rows]))) toast.done('已复制，可以粘贴到表格')
  else toast.warn('浏览器没有允许复制，请改用导出')
}

/** More columns than these are cut off by the edge of a sheet: the rest stands below. */
const MOST_ON_PAPER = 12

function Twin({ data, isPrinting }: { data: ChartData; isPrinting: boolean }) {
  const table = chartTable(data)
  return (isPrinting ? tableParts(table, MOST_ON_PAPER) : [table]).map((part, at) => (
    <TwinTable key={at} label={data.title} {...part} />
  ))
}

function TwinTable({ label, head, rows }: ReturnType<typeof chartTable> & { label: string }) {
  return (
    <SimpleTable
      label={label}
      columns={head.map((title, at) => ({
        key: String(at),
        title,
        ...(at > 0 ? { align: 'right' as const } : {}),
        render: (row: readonly string[]) => row[at],
      }))}
      rows={rows}
      rowKey={(_, index) => index}
    />
  )
}
