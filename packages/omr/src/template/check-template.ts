import type { BubbleField, DigitField, OmrTemplate, TemplatePage, WordGrid } from '@hengjuan/domain'
import { printsOf } from '../codes/printed-page.ts'
import { identityAreas } from '../crops/identity-areas.ts'
import type { JsonChecker } from './json-checker.ts'

/** Checks what the single values cannot show: ids, anchors that fix a page, areas that collide. */
export function checkTemplate(template: OmrTemplate, check: JsonChecker): void {
  repeated(template.pages.map((p) => String(p.page))).forEach((page) =>
    check.problem('pages', `第 ${page} 页重复`),
  )
  const fieldIds = template.pages.flatMap((p) => p.fields.map((f) => f.id))
  repeated(fieldIds).forEach((id) => check.problem('fields', `填涂项编号“${id}”重复`))
  const regionIds = template.pages.flatMap((p) => p.regions.map((r) => r.id))
  repeated(regionIds).forEach((id) => check.problem('regions', `区域编号“${id}”重复`))
  const digitIds = template.pages.flatMap((p) => (p.digitFields ?? []).map((f) => f.id))
  repeated(digitIds).forEach((id) => check.problem('digitFields', `手写分框编号“${id}”重复`))
  const gridIds = template.pages.flatMap((p) => (p.wordGrids ?? []).map((g) => g.id))
  repeated(gridIds).forEach((id) => check.problem('wordGrids', `作文格编号“${id}”重复`))
  template.pages.forEach((page, i) => {
    checkPage(page, `pages[${i}]`, check)
    page.earlier?.forEach((print, at) => {
      const path = `pages[${i}].earlier[${at}]`
      checkPage(print, path, check)
      if (!isTold(page, print))
        check.problem(path, '早先印的同一页须有相同的纸张、定位点和页码标记位置，才能认出是哪一版')
    })
  })
  checkPageCodes(template, check)
}

function checkPage(page: TemplatePage, path: string, check: JsonChecker): void {
  checkAnchors(page, path, check)
  page.fields.forEach((field, i) => checkField(page, field, `${path}.fields[${i}]`, check))
  page.digitFields?.forEach((field, i) =>
    checkDigitField(page, field, `${path}.digitFields[${i}]`, check),
  )
  page.wordGrids?.forEach((grid, i) => checkWordGrid(page, grid, `${path}.wordGrids[${i}]`, check))
  const identity = identityAreas(page)
  page.regions.forEach((region, i) => {
    if (!isOnPage(page, region)) {
      check.problem(`${path}.regions[${i}]`, `区域“${region.id}”超出纸张`)
    }
    if (region.purpose !== 'block') return
    const hit = identity.find((area) => overlapMm(area, region) > 1)
    if (hit) {
      check.problem(
        `${path}.regions[${i}]`,
        `题块“${region.id}”与姓名、考号或条形码区域重叠，会泄露考生身份`,
      )
    }
  })
}

function checkAnchors(page: TemplatePage, path: string, check: JsonChecker): void {
  const corners = page.anchors.filter((a) => a.role === 'corner')
  const paper = corners.filter((a) => a.kind === 'page-corner')
  repeated(page.anchors.map((a) => a.id)).forEach((id) =>
    check.problem(`${path}.anchors`, `定位点编号“${id}”重复`),
  )
  if (paper.length > 0 && (paper.length !== 4 || corners.length !== 4)) {
    check.problem(`${path}.anchors`, '用纸张四角定位时，角定位点必须正好是四个 page-corner')
  }
  if (corners.length < 3) {
    check.problem(
      `${path}.anchors`,
      `至少要有 3 个角定位点（role 为 corner），现在是 ${corners.length} 个`,
    )
    return
  }
  const xs = corners.map((a) => a.xMm)
  const ys = corners.map((a) => a.yMm)
  const spanX = Math.max(...xs) - Math.min(...xs)
  const spanY = Math.max(...ys) - Math.min(...ys)
  if (spanX < page.widthMm * 0.25 || spanY < page.heightMm * 0.15) {
    check.problem(`${path}.anchors`, '角定位点太靠近，应分布在页面四周')
  }
  const [a, b, c] = corners as [(typeof corners)[0], (typeof corners)[0], (typeof corners)[0]]
  const area = Math.abs((b.xMm - a.xMm) * (c.yMm - a.yMm) - (c.xMm - a.xMm) * (b.yMm - a.yMm))
  if (corners.length === 3 && area < 0.05 * page.widthMm * page.heightMm) {
    check.problem(`${path}.anchors`, '三个角定位点几乎在一条直线上，无法确定页面位置')
  }
}

function checkField(
  page: TemplatePage,
  field: BubbleField,
  path: string,
  check: JsonChecker,
): void {
  const name = `填涂项“${field.id}”`
  if (field.bubbles.length === 0) check.problem(`${path}.bubbles`, `${name}没有选项`)
  const keys = field.bubbles.map((b) => `${b.column} ${b.value}`)
  repeated(keys).forEach((key) =>
    check.problem(`${path}.bubbles`, `${name}的选项“${key.split(' ')[1]}”重复`),
  )
  for (const [i, bubble] of field.bubbles.entries()) {
    const at = `${path}.bubbles[${i}]`
    if (!isOnPage(page, aroundCentre(bubble)))
      check.problem(at, `${name}的选项“${bubble.value}”超出纸张`)
    if (field.kind === 'examNo' && !/^[0-9A-Za-z]$/.test(bubble.value)) {
      check.problem(`${at}.value`, '考号每格应为一个数字或字母')
    }
    if (field.kind === 'score' && !/^\d{1,3}(\.\d{1,3})?$/.test(bubble.value)) {
      check.problem(`${at}.value`, '得分格应为分值，如 20、7 或 0.5')
    }
    for (const other of field.bubbles.slice(i + 1)) {
      const apartX = Math.abs(other.xMm - bubble.xMm) >= (other.widthMm + bubble.widthMm) * 0.4
      const apartY = Math.abs(other.yMm - bubble.yMm) >= (other.heightMm + bubble.heightMm) * 0.4
      if (!apartX && !apartY) {
        check.problem(at, `${name}的选项“${bubble.value}”与“${other.value}”重叠`)
      }
    }
  }
  if (field.kind !== 'examNo' && field.kind !== 'score') return
  const columns = [...new Set(field.bubbles.map((b) => b.column))].sort((a, b) => a - b)
  if (columns.some((column, i) => column !== i)) {
    const what = field.kind === 'examNo' ? '考号' : '得分栏'
    check.problem(`${path}.bubbles`, `${what}的位（column）应从 0 开始连续`)
  }
}

function checkDigitField(
  page: TemplatePage,
  field: DigitField,
  path: string,
  check: JsonChecker,
): void {
  const name = `手写分框“${field.id}”`
  if (field.cells.length === 0) check.problem(`${path}.cells`, `${name}没有格子`)
  if (field.decimals > 0 && field.decimals >= field.cells.length) {
    check.problem(`${path}.decimals`, `${name}的小数位数应少于格子数，小数点前至少要有一格`)
  }
  for (const [i, cell] of field.cells.entries()) {
    const at = `${path}.cells[${i}]`
    if (!isOnPage(page, aroundCentre(cell))) check.problem(at, `${name}超出纸张`)
    const next = field.cells[i + 1]
    if (next && next.xMm - cell.xMm < (next.widthMm + cell.widthMm) * 0.4) {
      check.problem(`${path}.cells[${i + 1}]`, `${name}的格子应从左到右排列，互不重叠`)
    }
  }
}

function checkWordGrid(page: TemplatePage, grid: WordGrid, path: string, check: JsonChecker): void {
  const name = `作文格“${grid.id}”`
  if (grid.rowPitchMm < grid.cellHeightMm) {
    check.problem(`${path}.rowPitchMm`, `${name}的行距不能小于格高`)
  }
  const area = {
    xMm: grid.xMm,
    yMm: grid.yMm,
    widthMm: grid.columns * grid.cellWidthMm,
    heightMm: (grid.rows - 1) * grid.rowPitchMm + grid.cellHeightMm,
  }
  if (!isOnPage(page, area)) check.problem(path, `${name}超出纸张`)
}

function checkPageCodes(template: OmrTemplate, check: JsonChecker): void {
  const bits = template.pages.flatMap(printsOf).flatMap((p) => p.pageCode?.bits ?? [])
  repeated(bits).forEach((b) => check.problem('pages', `两页的页码标记相同（${b}），无法区分`))
}

/** Can an earlier print be told from the present one, and found by its anchors? */
const isTold = (page: TemplatePage, print: TemplatePage): boolean =>
  print.pageCode !== null &&
  same([page.widthMm, page.heightMm], [print.widthMm, print.heightMm]) &&
  same(page.anchors, print.anchors) &&
  same(page.pageCode?.cells, print.pageCode.cells)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

interface Box {
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** Printed coordinates are rounded; half a millimetre over the edge is no mistake. */
const slackMm = 0.5

const isOnPage = (page: TemplatePage, box: Box) =>
  box.xMm >= -slackMm &&
  box.yMm >= -slackMm &&
  box.xMm + box.widthMm <= page.widthMm + slackMm &&
  box.yMm + box.heightMm <= page.heightMm + slackMm

const aroundCentre = (box: Box): Box => ({
  ...box,
  xMm: box.xMm - box.widthMm / 2,
  yMm: box.yMm - box.heightMm / 2,
})

/** How deep two boxes overlap, in the direction in which they overlap least. */
function overlapMm(a: Box, b: Box): number {
  const x = Math.min(a.xMm + a.widthMm, b.xMm + b.widthMm) - Math.max(a.xMm, b.xMm)
  const y = Math.min(a.yMm + a.heightMm, b.yMm + b.heightMm) - Math.max(a.yMm, b.yMm)
  return Math.min(x, y)
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, i) => values.indexOf(value) !== i))]
}
