import { useCall } from '@hengjuan/client/react'
import { sheetPointsSave } from '@hengjuan/contracts'
import { toast, useLeaveWarning } from '@hengjuan/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useZoom } from '../designer/use-zoom.ts'
import { carriedKeys } from './carried-keys.ts'
import { type ElementKey, elementsOf } from './elements.ts'
import { byConfidence, isLow, type Part, type Points } from './parts.ts'
import { useAdjustKeys } from './use-adjust-keys.ts'
import { useAdjustWork } from './use-adjust-work.ts'

/** Proposed coordinates, and what follows when they are saved or asked for again. */
export interface AdjustProps {
  points: Points
  /** Question to begin with; null for none. */
  questionNo: string | null
  mayDesign: boolean
  onReload: () => Promise<unknown>
  onAgain: () => void
}

/** Who comes for one question finds it chosen. */
function useStart(work: ReturnType<typeof useAdjustWork>, questionNo: string | null): void {
  const done = useRef(false)
  // Only once: later choices are the person's own.
  useEffect(() => {
    if (done.current || questionNo === null) return
    done.current = true
    const field = work.page.fields.find(({ id }) => id === `choice:${questionNo}`)
    const region = work.page.regions.find(({ blockKey }) => blockKey === questionNo)
    if (field) work.choose(new Set<ElementKey>([`group:${field.group}`]))
    else if (region) work.choose(new Set<ElementKey>([`region:${region.id}`]))
  }, [work, questionNo])
}

function useChosenInView(
  frame: React.RefObject<HTMLDivElement | null>,
  chosen: ReadonlySet<ElementKey>,
): void {
  // The list and the keys choose things that may lie outside the frame.
  useEffect(() => {
    const [key] = [...chosen]
    if (!key) return
    const element = frame.current?.querySelector(`[data-element="${CSS.escape(key)}"]`)
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [frame, chosen])
}

/** Coordinates while they are corrected: what was looked at, what is low, and how they are saved. */
export function useAdjustDesk(props: AdjustProps) {
  const { points } = props
  const start = useMemo(() => points.pages.map((page) => page.points), [points.pages])
  const work = useAdjustWork(start)
  const frame = useRef<HTMLDivElement>(null)
  const { scale, percent, step: zoom } = useZoom(frame, work.page.widthMm)
  const [isChecking, setChecking] = useState(false)
  const [scores, setScores] = useState<Readonly<Record<string, number>>>(points.scores)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const parts = useMemo(() => byConfidence(points.parts), [points.parts])
  const [isAsking, setAsking] = useState(false)
  const carried = carriedKeys(work.pages, points.earlier_keys)
  const save = useCall(sheetPointsSave, {
    onError: () => setAsking(false),
    onSuccess: ({ version }) => {
      setAsking(false)
      toast.done(`坐标已保存，答题卡成为第 ${version} 版`)
      return props.onReload()
    },
  })
  const store = (keep_keys: Record<string, boolean>) => {
    const { sheet_id, version } = points
    save.mutate({ body: { sheet_id, version, pages: [...work.pages], scores, keep_keys } })
  }
  const askOrStore = () => {
    if (!props.mayDesign || save.isPending || isAsking) return
    if (carried.length > 0) setAsking(true)
    else store({})
  }
  const show = (part: Part) => {
    if (part.page - 1 !== work.at) work.show(part.page - 1)
    setSeen((before) => new Set(before).add(part.target))
    const keys =
      part.target === 'anchors'
        ? (work.pages[part.page - 1]?.anchors ?? []).map(({ id }): ElementKey => `anchor:${id}`)
        : [part.target as ElementKey]
    work.choose(new Set(keys))
  }
  const isThere = ({ page, target }: Part) =>
    target === 'anchors' ||
    work.pages
      .filter((one) => one.page === page)
      .some((one) => elementsOf(one).some((element) => element.key === target))
  const low = parts.filter(isLow)
  const last = useRef<Part | null>(null)
  const step = (by: 1 | -1) => {
    const from = last.current ? low.indexOf(last.current) : by > 0 ? -1 : 0
    const order = low.map((_, i) => low[(from + by * (i + 1) + 2 * low.length) % low.length])
    const next = order.find((part) => part && isThere(part))
    if (!next) return
    last.current = next
    show(next)
  }
  useAdjustKeys({ work, step, zoom, save: askOrStore })
  useStart(work, props.questionNo)
  useChosenInView(frame, work.chosen)
  useLeaveWarning(work.isChanged || scores !== points.scores)
  return {
    work,
    frame,
    scale,
    percent,
    zoom,
    isChecking,
    setChecking,
    scores,
    setScores,
    seen,
    parts,
    isAsking,
    setAsking,
    carried,
    save,
    store,
    askOrStore,
    show,
    isThere,
    low,
  }
}
