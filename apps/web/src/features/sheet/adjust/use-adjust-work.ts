import type { TemplatePage } from '@hengjuan/domain'
import { useCallback, useMemo, useState } from 'react'
import { historyOf, redone, stepped, undone } from '../designer/history.ts'
import { type ElementKey, elementsOf, moved, removed } from './elements.ts'
import { type Cut, merged, split } from './group-parts.ts'
import { copied, fieldsOf, freeName, lastNo, specOf } from './group-spec.ts'

/** Stands in for a page that there is not. */
const EMPTY_PAGE: TemplatePage = {
  page: 1,
  widthMm: 210,
  heightMm: 297,
  anchors: [],
  pageCode: null,
  barcodes: [],
  fields: [],
  regions: [],
}

/** The coordinates of a sheet while they are corrected: steps, the page in view, what is chosen. */
export function useAdjustWork(pages: readonly TemplatePage[]) {
  const [history, setHistory] = useState(() => historyOf<readonly TemplatePage[]>(pages))
  const [at, setAt] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<ElementKey>>(new Set())
  const { present } = history
  const page = present[at] ?? EMPTY_PAGE
  const elements = useMemo(() => elementsOf(page), [page])

  const change = useCallback(
    (edit: (page: TemplatePage) => TemplatePage, touched: string | null = null) =>
      setHistory((before) => {
        const next = before.present.map((one, index) => (index === at ? edit(one) : one))
        return stepped(before, next, touched)
      }),
    [at],
  )
  const nudge = (dx: number, dy: number) =>
    change((one) => moved(one, chosen, dx, dy), `nudge:${[...chosen].join()}`)
  const remove = () => {
    change((one) => removed(one, chosen))
    setChosen(new Set())
  }
  const copy = () => {
    const key = [...chosen].find((one) => one.startsWith('group:'))
    if (!key) return
    const made = copied(present, page, key.slice('group:'.length))
    change(() => made.page)
    setChosen(new Set<ElementKey>([`group:${made.name}`]))
  }
  const groups = [...chosen]
    .filter((key) => key.startsWith('group:'))
    .map((key) => key.slice('group:'.length))
  /** Without a place, in the middle of the questions, or of the options where there is but one question. */
  const cut = (place?: Cut) => {
    const [name] = groups
    const spec = name === undefined ? null : specOf(page, name)
    if (!spec || groups.length > 1) return
    const across = spec.lines > 1 ? 'lines' : 'options'
    const middle = { across, after: Math.ceil(spec[across] / 2) } as const
    const made = split(present, page, spec.name, place ?? middle)
    if (made.names.length < 2) return
    change(() => made.page)
    setChosen(new Set(made.names.map((one): ElementKey => `group:${one}`)))
  }
  const whole = groups.length > 1 ? merged(page, groups) : null
  const merge = () => {
    if (!whole) return
    const kept = whole.fields.find(({ group }) => groups.includes(group))
    change(() => whole)
    if (kept) setChosen(new Set<ElementKey>([`group:${kept.group}`]))
  }
  const add = (what: 'group' | 'region' | 'anchor') => {
    const no = lastNo(present) + 1
    const middle = { x: page.widthMm / 2 - 20, y: page.heightMm / 2 - 12 }
    if (what === 'group') {
      const name = freeName(present)
      const fields = fieldsOf({
        name,
        kind: 'choice',
        first: no,
        lines: 5,
        options: 4,
        letters: 'ABCD',
        direction: 'horizontal',
        multiple: false,
        outlined: true,
        shape: 'rect',
        ...middle,
        pitchX: 8,
        pitchY: 6,
        width: 5,
        height: 3,
      })
      change((one) => ({ ...one, fields: [...one.fields, ...fields] }))
      setChosen(new Set<ElementKey>([`group:${name}`]))
    } else if (what === 'region') {
      const key = String(no)
      const id = `block:${key}:0`
      const region = {
        id,
        purpose: 'block' as const,
        blockKey: key,
        part: 0,
        framed: false,
        xMm: middle.x,
        yMm: middle.y,
        widthMm: 60,
        heightMm: 30,
      }
      change((one) => ({ ...one, regions: [...one.regions, region] }))
      setChosen(new Set<ElementKey>([`region:${id}`]))
    } else {
      const id = freeAnchor(page)
      const anchor = {
        id,
        kind: 'square' as const,
        role: 'corner' as const,
        xMm: middle.x,
        yMm: middle.y,
        widthMm: 5,
        heightMm: 5,
      }
      // The paper's own corners only stand in for marks.
      change((one) => ({
        ...one,
        anchors: [...one.anchors.filter(({ kind }) => kind !== 'page-corner'), anchor],
      }))
      setChosen(new Set<ElementKey>([`anchor:${id}`]))
    }
  }
  return {
    pages: present,
    page,
    at,
    elements,
    chosen,
    choose: setChosen,
    show: (index: number) => {
      setAt(index)
      setChosen(new Set())
    },
    change,
    nudge,
    remove,
    copy,
    cut,
    merge: whole ? merge : null,
    add,
    isChanged: present !== pages,
    undo: history.past.length > 0 ? () => setHistory(undone) : null,
    redo: history.future.length > 0 ? () => setHistory(redone) : null,
  }
}

export type AdjustWork = ReturnType<typeof useAdjustWork>

function freeAnchor(page: TemplatePage): string {
  const used = new Set(page.anchors.map(({ id }) => id))
  let at = 1
  while (used.has(`A${at}`)) at++
  return `A${at}`
}
