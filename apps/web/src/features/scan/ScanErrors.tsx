import { Button, InputGroup } from '@blueprintjs/core'
import {
  exceptionCounts,
  exceptionDetail,
  type InputOf,
  listExceptions,
  matchAll,
} from '@hengjuan/contracts'
import { useCaller, useRoute } from '@hengjuan/client/react'
import {
  EmptyState,
  ErrorState,
  type ImageViewerHandle,
  KeyHint,
  ProgressBar,
  SkeletonLines,
  SkeletonPage,
  toast,
} from '@hengjuan/ui'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { AnchorTargets } from './AnchorTargets.tsx'
import { CategoryTabs } from './CategoryTabs.tsx'
import { ChoiceStrip } from './ChoiceStrip.tsx'
import { DecisionPanel } from './DecisionPanel.tsx'
import { DuplicateCompare } from './DuplicateCompare.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { usePageKeys } from './page-keys.ts'
import css from './scan-errors.module.css'
import { SheetViewer } from './SheetViewer.tsx'
import { useDecisions } from './use-decisions.ts'
import { WithoutSheet } from './WithoutSheet.tsx'

const REFRESH_MS = 5000
const LISTED = 200

type Tab = NonNullable<InputOf<typeof listExceptions>['query']['category']>

/** The exceptions of a subject: what waits, the sheet, what to decide. */
export function ScanErrors(props: {
  examId: number
  subjectId: number
  category: string
  onCategory: (category: string) => void
  /** Questions one at a time beside their sheet, in place of twelve on a screen. */
  oneByOne: boolean
  onOneByOne: (oneByOne: boolean) => void
  hasDecisions: boolean
}) {
  const at = useMemo(
    () => ({ exam_id: props.examId, subject_id: props.subjectId }),
    [props.examId, props.subjectId],
  )
  const decisions = useDecisions(at)
  const { call } = useCaller()
  const [keyword, setKeyword] = useState('')
  const search = useDeferredValue(keyword.trim())
  const [picked, setPicked] = useState<number | null>(null)
  const [locating, setLocating] = useState<number | null>(null)
  const [whole, setWhole] = useState(false)
  const viewer = useRef<ImageViewerHandle>(null)
  const isList = props.category !== 'without_sheet'

  const counts = useRoute(exceptionCounts, { query: at }, { refetchInterval: REFRESH_MS })
  const list = useRoute(
    listExceptions,
    {
      query: {
        ...at,
        category: (isList ? props.category : 'all') as Tab,
        limit: LISTED,
        ...(search ? { keyword: search } : {}),
      },
    },
    { enabled: isList, placeholderData: (previous) => previous },
  )
  const items = list.data?.list ?? []
  const index = Math.max(
    0,
    items.findIndex(({ exception_id }) => exception_id === picked),
  )
  const item = items[index]
  const detail = useRoute(
    exceptionDetail,
    { query: { ...at, exception_id: item?.exception_id ?? 0 } },
    { enabled: isList && item !== undefined, placeholderData: (previous) => previous },
  )
  const isStrip = props.category === 'choice' && !props.oneByOne
  const isCurrent = detail.data?.item.exception_id === item?.exception_id

  const open = counts.data?.open
  const { refetch } = list
  // Somebody else, or a station, changed what waits.
  useEffect(() => {
    if (open !== undefined) void refetch()
  }, [open, refetch])

  const select = (id: number | null) => {
    setPicked(id)
    setLocating(null)
    setWhole(false)
  }
  const move = (step: number) =>
    select(items[Math.max(0, Math.min(items.length - 1, index + step))]?.exception_id ?? null)
  const goOn = () => select((items[index + 1] ?? items[index - 1])?.exception_id ?? null)
  const isPressable = (name: string) =>
    item?.category === name && item.state === 'open' && !isStrip && props.hasDecisions
  const press = (label: string) => () =>
    [...document.querySelectorAll<HTMLButtonElement>(`.${css['decision']} button`)]
      .find(({ textContent }) => textContent?.startsWith(label))
      ?.click()

  usePageKeys({
    'Ctrl+z': () => void decisions.undoLast(),
    ...(isStrip
      ? {}
      : {
          j: () => move(1),
          k: () => move(-1),
          ' ': () => {
            const region = detail.data?.regions[0]
            if (whole && region) select(item?.exception_id ?? null)
            else viewer.current?.fitPage()
            setWhole(!whole)
          },
        }),
    ...(isPressable('absence') ? { 0: press('正常参加考试'), 1: press('确认缺考') } : {}),
    ...(isPressable('positioning') && locating === null ? { Enter: press('四点定位') } : {}),
    ...(isPressable('missing_page') ? { Enter: press('确认缺页') } : {}),
    ...(isPressable('objective_box') && locating === null ? { Enter: press('选项框无误') } : {}),
    ...(isPressable('to_verify') && locating === null ? { Enter: press('核实无误') } : {}),
  })

  if (counts.error)
    return <ErrorState error={counts.error} size="large" onRetry={() => void counts.refetch()} />
  if (!counts.data) return <SkeletonPage inset />
  return (
    <div className={css['root']}>
      <header className={css['head']}>
        <h1>
          扫描异常处理
          <small>
            {counts.data.exam_name} · {counts.data.subject_name}
          </small>
        </h1>
        <span className={css['progress']}>
          已扫考生
          <ProgressBar done={counts.data.scanned} total={counts.data.expected} label="已扫考生" />
        </span>
        <span className={css['grow']} />
        {props.category === 'choice' && (
          <Button onClick={() => props.onOneByOne(!props.oneByOne)}>
            {props.oneByOne ? '12 题一屏' : '逐题处理'}
          </Button>
        )}
        <Button
          disabled={decisions.pending}
          onClick={() =>
            void call(matchAll, { body: at })
              .then(({ matched, remaining }) =>
                toast.done(`新匹配 ${matched} 张，仍有 ${remaining} 张没有考生`),
              )
              .catch(toast.error)
              .then(decisions.refresh)
          }
        >
          重新匹配考号
        </Button>
        <Button
          disabled={decisions.undoable === null || decisions.pending}
          title={decisions.undoable ?? '本次打开页面以来没有可以撤销的处理'}
          onClick={() => void decisions.undoLast()}
        >
          撤销 <KeyHint keys="Ctrl+Z" />
        </Button>
      </header>
      <div
        className={css['panes']}
        data-wide={isStrip || !isList || item?.category === 'duplicate' || undefined}
        data-bare={!props.hasDecisions || undefined}
      >
        <aside className={css['left']}>
          <CategoryTabs
            counts={counts.data}
            value={props.category}
            onChange={(category) => {
              select(null)
              props.onCategory(category)
            }}
          />
          {isList && (
            <>
              <div className={css['search']}>
                <InputGroup
                  value={keyword}
                  onValueChange={setKeyword}
                  placeholder="按考号、姓名、拼音筛选"
                  aria-label="筛选异常"
                  type="search"
                />
              </div>
              {list.error ? (
                <ErrorState error={list.error} onRetry={() => void list.refetch()} />
              ) : !list.data ? (
                <SkeletonLines lines={6} />
              ) : (
                <ExceptionList
                  items={items}
                  total={list.data.total}
                  selected={item?.exception_id ?? null}
                  showCategory={props.category === 'all'}
                  onSelect={select}
                />
              )}
            </>
          )}
        </aside>
        {!isList ? (
          <main className={css['centre']}>
            <WithoutSheet at={at} decisions={decisions} />
          </main>
        ) : isStrip ? (
          <main className={css['centre']}>
            <ChoiceStrip
              at={at}
              items={items}
              total={list.data?.total ?? 0}
              decisions={decisions}
              onOpen={(id) => {
                select(id)
                props.onOneByOne(true)
              }}
            />
          </main>
        ) : !item ? (
          <main className={css['centre']}>
            {list.data && (
              <Nothing
                isScanned={counts.data.scanned + counts.data.handled > 0}
                open={counts.data.open}
                category={props.category}
                keyword={search}
              />
            )}
          </main>
        ) : detail.error ? (
          <main className={css['centre']}>
            <ErrorState error={detail.error} size="large" onRetry={() => void detail.refetch()} />
          </main>
        ) : !detail.data || !isCurrent ? (
          <main className={css['centre']}>
            <SkeletonPage inset />
          </main>
        ) : item.category === 'duplicate' ? (
          <main className={css['centre']}>
            <DuplicateCompare
              key={item.exception_id}
              at={at}
              detail={detail.data}
              decisions={decisions}
              onDone={goOn}
            />
          </main>
        ) : (
          <>
            <main className={css['centre']}>
              {locating === null ? (
                <SheetViewer
                  key={`${item.exception_id} ${whole}`}
                  ref={viewer}
                  sheet={detail.data.sheet}
                  regions={whole ? [] : detail.data.regions}
                  startAt={Number(/^page:(\d+)$/.exec(item.target)?.[1] ?? 1)}
                />
              ) : (
                <AnchorTargets
                  key={item.exception_id}
                  at={at}
                  detail={detail.data}
                  pageSeq={locating}
                  decisions={decisions}
                  onDone={goOn}
                  onCancel={() => setLocating(null)}
                />
              )}
            </main>
            {props.hasDecisions && (
              <aside className={css['right']}>
                <DecisionPanel
                  at={at}
                  detail={detail.data}
                  decisions={decisions}
                  onDone={goOn}
                  onLocate={setLocating}
                />
              </aside>
            )}
          </>
        )}
      </div>
      <footer className={css['foot']}>
        <span>
          待处理 <b>{counts.data.open}</b>　已处理 <b>{counts.data.handled}</b>　我今天处理{' '}
          <b>{counts.data.handled_by_me_today}</b>
        </span>
        <span className={css['grow']} />
        {!isStrip && isList && (
          <span className={css['keys']}>
            <span>
              <KeyHint keys="J" /> 下一条
            </span>
            <span>
              <KeyHint keys="K" /> 上一条
            </span>
            <span>
              <KeyHint keys="Space" /> 整页
            </span>
            <span>
              <KeyHint keys="Ctrl+Z" /> 撤销
            </span>
          </span>
        )}
      </footer>
    </div>
  )
}

function Nothing(props: {
  /** Has anything of this subject arrived yet? */
  isScanned: boolean
  open: number
  category: string
  keyword: string
}) {
  if (props.keyword)
    return (
      <EmptyState title="没有符合条件的异常" size="large">
        请换一个关键词，或清空筛选。
      </EmptyState>
    )
  if (props.category === 'handled')
    return (
      <EmptyState title="还没有处理过异常" size="large">
        处理过的异常会列在这里，可以随时撤销。
      </EmptyState>
    )
  if (!props.isScanned && props.open === 0)
    return (
      <EmptyState title="还没有扫描答题卡" size="large">
        扫描端上传后，有异常的答题卡会自动出现在这里。
      </EmptyState>
    )
  return props.open === 0 ? (
    <EmptyState title="扫描异常已全部处理" size="large">
      新扫描的答题卡有异常时会自动出现在这里；没有答题卡的考生请在左侧确认缺考。
    </EmptyState>
  ) : (
    <EmptyState title="这一类异常已全部处理" size="large">
      其他类别还有 {props.open} 条，请在左侧选择。
    </EmptyState>
  )
}
