import type { Column } from './column.ts'

/** How a person arranged the columns of a table; what is not named is as the page has it. */
export interface Arrangement {
  hidden: readonly string[]
  /** Of those that a table does not show by itself. */
  shown: readonly string[]
  /** Keys in the order wished; columns that the page got later stand where it has them. */
  order: readonly string[]
  /** Pixels. */
  widths: Readonly<Record<string, number>>
}

export const AS_GIVEN: Arrangement = { hidden: [], shown: [], order: [], widths: {} }

const LEAST_WIDTH = 48
const MOST_WIDTH = 640

/** All columns in the order and width wished, those that are hidden too; frozen ones stay first. */
export function ordered<Row>(
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
): Column<Row>[] {
  const places = new Map(arrangement.order.map((key, index) => [key, index]))
  // A column that nobody has moved stands behind the one that it stands behind on the page.
  let last = -1
  const placed = columns.map((column) => {
    last = places.get(column.key) ?? last + 0.001
    return { column, frozen: column.frozen ? 0 : 1, place: last }
  })
  return placed
    .toSorted((a, b) => a.frozen - b.frozen || a.place - b.place)
    .map(({ column }) => {
      const width = arrangement.widths[column.key]
      return width === undefined ? column : { ...column, width, grow: false }
    })
}

/** The columns that are shown. */
export const arranged = <Row>(
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
): Column<Row>[] =>
  ordered(columns, arrangement).filter(
    ({ key, frozen, extra }) =>
      frozen === true ||
      (extra === true ? arrangement.shown.includes(key) : !arrangement.hidden.includes(key)),
  )

/** The same arrangement with these of the columns shown, and no others; what is not there now stays as it was. */
export function showing<Row>(
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
  keys: readonly string[],
): Arrangement {
  const isThere = new Set(columns.map(({ key }) => key))
  const kept = (list: readonly string[]) => list.filter((key) => !isThere.has(key))
  const free = columns.filter(({ frozen }) => frozen !== true)
  const keysOf = (isExtra: boolean, isShown: boolean) =>
    free
      .filter(({ key, extra = false }) => extra === isExtra && keys.includes(key) === isShown)
      .map(({ key }) => key)
  return {
    ...arrangement,
    hidden: [...kept(arrangement.hidden), ...keysOf(false, false)],
    shown: [...kept(arrangement.shown), ...keysOf(true, true)],
  }
}

/** Moves a column by one place among those that are not frozen. */
export function moved<Row>(
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
  key: string,
  by: -1 | 1,
): Arrangement {
  const all = ordered(columns, arrangement)
  const from = all.findIndex((column) => column.key === key)
  const [one, other] = [all[from], all[from + by]]
  if (!one || !other || one.frozen || other.frozen) return arrangement
  const order = all.map((column) => column.key)
  order[from] = other.key
  order[from + by] = one.key
  return { ...arrangement, order }
}

/** A column as wide as it was dragged. */
export const resized = (arrangement: Arrangement, key: string, width: number): Arrangement => ({
  ...arrangement,
  widths: {
    ...arrangement.widths,
    [key]: Math.round(Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, width))),
  },
})

/** What was kept, as far as it makes sense. */
export function readArrangement(text: string | null): Arrangement {
  if (text === null) return AS_GIVEN
  try {
    const value = JSON.parse(text) as Partial<Record<keyof Arrangement, unknown>>
    const texts = (list: unknown) =>
      Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
    const widths = Object.entries(value.widths ?? {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] >= LEAST_WIDTH,
    )
    return {
      hidden: texts(value.hidden),
      shown: texts(value.shown),
      order: texts(value.order),
      widths: Object.fromEntries(widths),
    }
  } catch {
    return AS_GIVEN
  }
}
