import { Button, ButtonGroup, HTMLSelect } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { sheetPointsSave } from '@hengjuan/contracts'
import {
  KeyHint,
  PageHeader,
  Panel,
  ReasonButton,
  sentenceOf,
  StatusTag,
  toast,
  useLeaveWarning,
} from '@hengjuan/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useZoom } from '../designer/use-zoom.ts'
import css from './adjust.module.css'
import { AdjustCanvas } from './AdjustCanvas.tsx'
import { carriedKeys } from './carried-keys.ts'
import { CarriedKeysDialog } from './CarriedKeysDialog.tsx'
import { ElementForm } from './ElementForm.tsx'
import { type ElementKey, elementsOf } from './elements.ts'
import { PartList } from './PartList.tsx'
import { byConfidence, isLow, type Part, type Points } from './parts.ts'
import { SampleCheck } from './SampleCheck.tsx'
import { useAdjustKeys } from './use-adjust-keys.ts'
import { useAdjustWork } from './use-adjust-work.ts'

/** Proposed coordinates are looked at, corrected, checked with samples and saved. */
export function AdjustDesk(props: {
  points: Points
  /** Question to begin with; null for none. */
  questionNo: string | null
  mayDesign: boolean
  onReload: () => Promise<unknown>
  onAgain: () => void
}) {
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
  const page = points.pages[work.at]
  const left = low.filter((part) => !seen.has(part.target) && isThere(part)).length
  return (
    <div className={css['desk']}>
      <PageHeader
        title={points.name}
        tags={
          points.state === 'failed' ? (
            <StatusTag status="bad">识别没有完成</StatusTag>
          ) : (
            <StatusTag status={left > 0 ? 'warn' : 'ok'}>
              {left > 0 ? `还有 ${left} 处请核对` : '都核对过了'}
            </StatusTag>
          )
        }
        subtitle={
          <>
            第 {points.version} 版，共 {points.pages.length} 页。按 <KeyHint keys="N" />{' '}
            到下一处请核对，
            <KeyHint keys="Ctrl+Z" /> 撤销，
            <KeyHint keys="Ctrl+S" /> 保存
          </>
        }
        actions={
          <>
            <Button onClick={props.onAgain} disabled={!props.mayDesign}>
              重新识别
            </Button>
            <Button onClick={() => setChecking(true)} disabled={!props.mayDesign}>
              用样张核对
            </Button>
            <ReasonButton
              intent="primary"
              loading={save.isPending}
              reason={props.mayDesign ? null : '您可以查看，没有修改答题卡的权限'}
              onClick={askOrStore}
            >
              保存
            </ReasonButton>
          </>
        }
      >
        <div className={css['tools']}>
          {points.pages.length > 1 && (
            <HTMLSelect
              aria-label="页"
              value={work.at}
              onChange={({ currentTarget }) => work.show(Number(currentTarget.value))}
              options={points.pages.map((_, index) => ({
                value: index,
                label: `第 ${index + 1} 页`,
              }))}
            />
          )}
          <ButtonGroup>
            <Button disabled={!work.undo} onClick={() => work.undo?.()}>
              撤销
            </Button>
            <Button disabled={!work.redo} onClick={() => work.redo?.()}>
              重做
            </Button>
          </ButtonGroup>
          <ButtonGroup>
            <Button onClick={() => work.add('group')}>加填涂题</Button>
            <Button onClick={() => work.add('region')}>加作答区</Button>
            <Button onClick={() => work.add('anchor')}>加定位点</Button>
          </ButtonGroup>
          <ButtonGroup>
            <Button disabled={!hasGroup(work.chosen)} onClick={work.copy}>
              复制
            </Button>
            <Button
              disabled={work.chosen.size !== 1 || !hasGroup(work.chosen)}
              onClick={() => work.cut()}
              title="从中间拆成两组（X）"
            >
              拆开
            </Button>
            <Button
              disabled={!work.merge}
              onClick={() => work.merge?.()}
              title="把选中的几组合成一组（M）"
            >
              合并
            </Button>
            <Button disabled={work.chosen.size === 0} onClick={work.remove}>
              删除
            </Button>
          </ButtonGroup>
          <ButtonGroup>
            <Button aria-label="缩小" onClick={() => zoom(-1)}>
              −
            </Button>
            <Button aria-label="适合宽度" onClick={() => zoom('fit')}>
              {percent} %
            </Button>
            <Button aria-label="放大" onClick={() => zoom(1)}>
              ＋
            </Button>
          </ButtonGroup>
        </div>
      </PageHeader>
      {points.state === 'failed' && (
        <p role="alert" className={css['bad']}>
          ✕ {points.message}
        </p>
      )}
      {save.error && (
        <div role="alert" className={css['bad']}>
          ✕ {sentenceOf(save.error)}
          {save.error.fields.slice(1, 6).map(({ msg }) => (
            <p key={msg}>{msg}</p>
          ))}
        </div>
      )}
      <div className={css['columns']}>
        <Panel title="识别出的内容" className={css['side'] ?? ''}>
          <PartList
            parts={parts.filter(isThere)}
            elements={work.elements}
            chosen={work.chosen}
            seen={seen}
            onShow={show}
          />
        </Panel>
        <div className={css['frame']} ref={frame}>
          <AdjustCanvas
            work={work}
            picture={page?.picture.url ?? ''}
            scale={scale}
            doubtful={new Set(low.filter(({ target }) => !seen.has(target)).map((p) => p.target))}
          />
        </div>
        <Panel title="所选" className={css['side'] ?? ''}>
          <ElementForm
            work={work}
            scores={scores}
            onScore={(nos, full) =>
              setScores((before) => ({
                ...before,
                ...Object.fromEntries(nos.map((no) => [no, full])),
              }))
            }
          />
        </Panel>
      </div>
      {isAsking && (
        <CarriedKeysDialog
          keys={carried}
          isSaving={save.isPending}
          onClose={() => setAsking(false)}
          onSave={store}
        />
      )}
      {isChecking && (
        <SampleCheck
          sheetId={points.sheet_id}
          pages={work.pages}
          samples={points.samples}
          onClose={() => setChecking(false)}
          onAdded={props.onReload}
        />
      )}
    </div>
  )
}

const hasGroup = (chosen: ReadonlySet<ElementKey>) =>
  [...chosen].some((key) => key.startsWith('group:'))

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
