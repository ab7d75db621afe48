/** One paper, five under each other, or many beside each other. @source ui D2 (three views) */
export const DESK_VIEWS = { single: '单份', strip: '并列', grid: '网格' } as const
export type DeskView = keyof typeof DESK_VIEWS

/** Papers that a view shows at once. */
export const SHEET_SIZE: Readonly<Record<DeskView, number>> = { single: 1, strip: 5, grid: 10 }

/**
 * The papers on the screen after the queue changed. Papers stay where they are, with their scores, until
 * all of them are handed in; then the next ones come. A sheet with room is filled up.
 *
 * @param sheet reading ids, in order
 * @param queue reading ids in hand
 */
export function sheetAfter(
  sheet: readonly number[],
  queue: readonly number[],
  view: DeskView,
): readonly number[] {
  const size = SHEET_SIZE[view]
  const open = sheet.some((id) => queue.includes(id)) ? sheet : []
  if (open.length >= size) return open
  const added = queue.filter((id) => !open.includes(id)).slice(0, size - open.length)
  return added.length === 0 && open === sheet ? sheet : [...open, ...added]
}

/** No more papers than this are marked before one that the server serves among the first. */
export const SOON = 5

/**
 * A full sheet with room for a paper that the server serves among the first: it takes the place of the last
 * one that nobody has begun, which comes next. Where few are left on the sheet, it comes soon enough.
 *
 * @param soon reading ids of such papers that are not on the sheet, the most urgent first
 * @param isFixed whether a paper has to stay where it is
 * @source domain rules 4.6, 7.3
 */
export function sheetMakingRoom(
  sheet: readonly number[],
  queue: readonly number[],
  view: DeskView,
  soon: readonly number[],
  isFixed: (id: number) => boolean,
): readonly number[] {
  const open = sheet.filter((id) => queue.includes(id))
  const [first] = soon
  if (first === undefined || open.length < SOON || sheet.length < SHEET_SIZE[view]) return sheet
  const last = open.findLast((id) => !isFixed(id))
  return sheet.map((id) => (id === last ? first : id))
}

/** The paper to go on with: the one in hand, or after it was handed in the next that is not. */
export function focusAfter(
  sheet: readonly number[],
  queue: readonly number[],
  focus: number | null,
): number | null {
  if (focus !== null && queue.includes(focus) && sheet.includes(focus)) return focus
  const at = focus === null ? -1 : sheet.indexOf(focus)
  const open = (id: number) => queue.includes(id)
  return sheet.slice(at + 1).find(open) ?? sheet.find(open) ?? null
}

/**
 * The paper before or after in the sheet that can still be marked.
 *
 * @param by one, or a row of the grid; where the next row has no paper below, the one in hand stays
 */
export function neighbour(
  sheet: readonly number[],
  queue: readonly number[],
  focus: number | null,
  by: number,
): number | null {
  const open = sheet.filter((id) => queue.includes(id))
  const at = focus === null ? -1 : open.indexOf(focus)
  if (at < 0) return besideDone(sheet, open, focus, by)
  const isRow = Math.abs(by) > 1
  return open[at + by] ?? (isRow ? focus : open[by > 0 ? open.length - 1 : 0]) ?? null
}

/** From a paper of the sheet that was handed in: the next one after it that was not, or the last one before. */
function besideDone(
  sheet: readonly number[],
  open: readonly number[],
  from: number | null,
  by: number,
): number | null {
  const place = from === null ? -1 : sheet.indexOf(from)
  const after = open.find((id) => sheet.indexOf(id) > place)
  const before = open.findLast((id) => sheet.indexOf(id) < place)
  return (by > 0 ? (after ?? before) : (before ?? after)) ?? null
}

const VIEWS = Object.keys(DESK_VIEWS) as DeskView[]

/** The view that the key turns to. */
export const viewAfter = (view: DeskView): DeskView =>
  VIEWS[(VIEWS.indexOf(view) + 1) % VIEWS.length] ?? 'single'
