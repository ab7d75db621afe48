import type { PageIssueCode, PageReading } from '@hengjuan/domain'
import type { LiveDecision, PageFacts, PagePlan, Raised, SheetFacts } from './facts.ts'

/** A page as it is used: a place in the template, or a reason why it has none. */
export interface PageRole extends PageFacts {
  role: 'used' | 'unplaced' | 'repeated' | 'ignored' | 'surplus'
}

/** Issues by which a page was read after all, but a second person should look. */
const TO_VERIFY: readonly PageIssueCode[] = [
  'ANCHORS_MISSING',
  'RESIDUAL_HIGH',
  'SCALE_ODD',
  'CLIPPED',
  'FOLDED_CORNER',
  'PAGE_CODE_UNREADABLE',
]

export const pageTarget = (seq: number): string => `page:${seq}`

export const decisionOn = (
  decisions: readonly LiveDecision[],
  kind: LiveDecision['kind'],
  target: string,
): LiveDecision | undefined =>
  decisions.findLast((decision) => decision.kind === kind && decision.target === target)

/**
 * Says what each scanned page of a sheet is. A blank page is surplus when every page that must carry
 * something is there already (the empty back of a one-sided sheet).
 */
export function assignPages(sheet: SheetFacts, plan: readonly PagePlan[]): PageRole[] {
  const taken = new Set<number>()
  const roles = sheet.pages.map((page): PageRole => {
    const decided = decisionOn(sheet.decisions, 'page', pageTarget(page.seq))
    if (decided?.value.action === 'ignore') return { ...page, role: 'ignored' }
    const { reading } = page
    const known = plan.some(({ page: no }) => no === reading.page)
    if (reading.page === null || !known || isRefused(reading)) return { ...page, role: 'unplaced' }
    if (taken.has(reading.page)) return { ...page, role: 'repeated' }
    taken.add(reading.page)
    return { ...page, role: 'used' }
  })
  const complete = plan.every(({ page, needed }) => !needed || taken.has(page))
  return complete
    ? roles.map((page) =>
        page.role === 'unplaced' && page.reading.quality.blank
          ? { ...page, role: 'surplus' }
          : page,
      )
    : roles
}

const isRefused = (reading: PageReading): boolean =>
  reading.status === 'rejected' || reading.issues.some(({ blocking }) => blocking)

/** Pages of the template that the sheet lacks and that no unplaced image could be. */
export function lackingPages(
  roles: readonly PageRole[],
  plan: readonly PagePlan[],
  elsewhere: ReadonlySet<number>,
): number[] {
  const have = new Set(
    roles.flatMap(({ role, reading }) => (role === 'used' ? [reading.page] : [])),
  )
  const lacking = plan
    .filter(({ page, needed }) => needed && !have.has(page) && !elsewhere.has(page))
    .map(({ page }) => page)
  const unplaced = roles.filter(({ role }) => role === 'unplaced').length
  return lacking.length > unplaced ? lacking : []
}

/** What is wrong with a sheet's pages: positioning, missing pages, objective boxes, what to verify. */
export function judgePages(
  sheet: SheetFacts,
  roles: readonly PageRole[],
  plan: readonly PagePlan[],
  elsewhere: ReadonlySet<number>,
): Raised[] {
  const raised: Raised[] = []
  for (const page of roles) {
    const target = pageTarget(page.seq)
    const reason = positioningReason(page)
    if (reason)
      raised.push({
        category: 'positioning',
        target,
        reason,
        confidence: 0,
        detail: { page_seq: page.seq, codes: page.reading.issues.map(({ code }) => code) },
        by: null,
      })
    if (page.role !== 'used') continue
    raised.push(...judgeGrid(sheet, page), ...judgeDoubtfulGeometry(sheet, page))
  }
  const lacking = lackingPages(roles, plan, elsewhere)
  if (lacking.length > 0) {
    const accepted = sheet.decisions.findLast(({ kind }) => kind === 'missing')
    const covers = lacking.every((page) => accepted?.value.pages?.includes(page))
    raised.push({
      category: 'missing_page',
      target: 'pages',
      reason: `缺少第 ${lacking.join('、')} 页`,
      confidence: 0,
      detail: { pages: lacking },
      by: covers ? (accepted?.id ?? null) : null,
    })
  }
  return raised
}

function positioningReason(page: PageRole): string | null {
  if (page.role === 'repeated') return `第 ${page.reading.page} 页在这张答题卡中出现了两次`
  if (page.role !== 'unplaced') return null
  const blocking = page.reading.issues.find(({ blocking: stops }) => stops)
  if (blocking) return blocking.message
  return page.reading.quality.blank ? '这一页是空白页，而答题卡还缺页' : '没有找到这一页的位置'
}

/** Codes of a page's warnings that a second person should look at. */
export const codesToVerify = (reading: PageReading): string[] =>
  reading.issues.flatMap(({ code, blocking }) =>
    !blocking && TO_VERIFY.includes(code) ? [code] : [],
  )

/** Fields whose bubbles do not lie where the print should be. */
export const strayFields = (reading: PageReading): string[] =>
  reading.fields.flatMap(({ id, state }) => (state === 'box_error' ? [id] : []))

/** The bubbles of a group do not lie where the print should be. */
function judgeGrid(sheet: SheetFacts, page: PageRole): Raised[] {
  const shifted = page.reading.issues.find(({ code }) => code === 'GRID_SHIFTED')
  const boxes = page.reading.fields.filter(({ state }) => state === 'box_error')
  if (!shifted && boxes.length === 0) return []
  const accepted = decisionOn(sheet.decisions, 'page', pageTarget(page.seq))
  // Boxes that went astray when the page was read again were not seen by whoever accepted the others.
  const seen = accepted?.value.fields
  const covered =
    accepted?.value.action === 'accept' &&
    (seen === undefined || boxes.every(({ id }) => seen.includes(id)))
  return [
    {
      category: 'objective_box',
      target: pageTarget(page.seq),
      reason: shifted?.message ?? `有 ${boxes.length} 题的选项框没有对准`,
      confidence: boxes.reduce((least, { confidence }) => Math.min(least, confidence), 0.5),
      detail: { page_seq: page.seq, fields: boxes.map(({ id }) => id) },
      by: covered ? accepted.id : null,
    },
  ]
}

function judgeDoubtfulGeometry(sheet: SheetFacts, page: PageRole): Raised[] {
  const notes = page.reading.issues.filter(
    ({ code, blocking }) => !blocking && TO_VERIFY.includes(code),
  )
  if (notes.length === 0) return []
  const target = pageTarget(page.seq)
  const verified = sheet.decisions.filter((one) => one.kind === 'verify' && one.target === target)
  const accepted = new Set(verified.flatMap(({ value }) => value.codes ?? []))
  // Who accepted a warning saw that one; a page that was read again may have others.
  const covered =
    verified.some(({ value }) => value.codes === undefined) ||
    notes.every(({ code }) => accepted.has(code))
  return [
    {
      category: 'to_verify',
      target,
      reason: notes.map(({ message }) => message).join('；'),
      confidence: 0.5,
      detail: { page_seq: page.seq, codes: notes.map(({ code }) => code) },
      by: covered ? (verified.at(-1)?.id ?? null) : null,
    },
  ]
}
