import { type Column, Figure } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { storedUserId } from '../../session/session-store.ts'
import type { Drill } from './drill/ReadingDrawer.tsx'
import { Judged } from './Judged.tsx'
import type { TableRow } from './MarkerTable.tsx'
import css from './supervision.module.css'
import { countText, rate } from './words.ts'

/** Opens the readings behind a figure of a marker. */
export type OnDrill = (row: TableRow, drill: Drill) => void

interface Ratio {
  num: number
  den: number
}

export const share = ({ num, den }: Ratio): number | null => (den === 0 ? null : num / den)

/** A figure that opens its readings: over the page for who supervises, at the desk for whose they are. */
function Opening(props: {
  title: string
  onOpen: (() => void) | null
  /** Address of the own papers; null where they are somebody else's. */
  own: string | null
  children: ReactNode
}) {
  if (props.own !== null && !props.onOpen)
    return (
      <Link to={props.own} title="查看本人评过的试卷" onClick={(event) => event.stopPropagation()}>
        {props.children}
      </Link>
    )
  if (!props.onOpen) return props.children
  return (
    <button
      type="button"
      className={css['figureLink']}
      title={props.title}
      onClick={(event) => {
        event.stopPropagation()
        props.onOpen?.()
      }}
    >
      {props.children}
    </button>
  )
}

/** Where somebody finds their own papers of a row; null where there are none, or the row is another's. */
const ownAddress = (row: TableRow, papers: 'own' | 'sent_back'): string | null =>
  row.n > 0 && row.duty === 'marker' && String(row.marker_id) === storedUserId()
    ? `/marking?block_id=${row.block_id}&papers=${papers}`
    : null

export const rated = (
  column: {
    key: string
    title: string
    hint: string
    rank: number
    kind: Drill['query']['kind']
    few?: true
  },
  of: (row: TableRow) => Ratio,
  onDrill: OnDrill | null,
): Column<TableRow> => ({
  key: column.key,
  title: column.title,
  hint: column.hint,
  rank: column.rank,
  width: 72,
  align: 'right',
  sortBy: (row) => share(of(row)),
  render: (row) => {
    const ratio = of(row)
    const open =
      onDrill && ratio.den > 0
        ? () =>
            onDrill(row, {
              title: `${row.name} · ${column.title}`,
              query: { marker_id: row.marker_id, kind: column.kind },
              marker: row,
            })
        : null
    return (
      <Opening
        title={`查看${row.name}的这些评阅`}
        onOpen={open}
        own={column.kind === 'sent_back' && ratio.num > 0 ? ownAddress(row, 'sent_back') : null}
      >
        <Judged n={ratio.den} {...(column.few ? { few: countText(ratio) } : {})}>
          {rate(ratio)}
        </Judged>
      </Opening>
    )
  },
})

/** A figure that rests on all readings of a marker, and opens them. @source ui D5 (6) */
export function OwnReadings(props: {
  row: TableRow
  onDrill: OnDrill | null
  children: ReactNode
}) {
  const { row, onDrill } = props
  const open = () =>
    onDrill?.(row, {
      title: `${row.name}的评阅`,
      query: { marker_id: row.marker_id },
      marker: row,
    })
  return (
    <Opening
      title={`查看${row.name}的评阅`}
      onOpen={onDrill && row.n > 0 ? open : null}
      own={ownAddress(row, 'own')}
    >
      {props.children}
    </Opening>
  )
}

/** Passed of all seeds, which opens what was given to each. */
export const Seeds = ({ row, mayOpen }: { row: TableRow; mayOpen: boolean }) =>
  row.seeds.den === 0 ? (
    <span className={css['faint']}>–</span>
  ) : (
    <Figure
      formula={`合格 ${row.seeds.num} 份 / 已评种子卷 ${row.seeds.den} 份`}
      to={mayOpen ? `/benchmark?block_id=${row.block_id}&tab=results` : null}
    >
      {countText(row.seeds)}
    </Figure>
  )
