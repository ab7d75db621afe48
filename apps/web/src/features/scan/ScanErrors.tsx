import { Button } from '@blueprintjs/core'
import {
  candidatesOfSubject,
  exceptionCounts,
  exceptionDetail,
  type InputOf,
  listExceptions,
  matchAll,
} from '@hengjuan/contracts'
import { useCaller, useRoute } from '@hengjuan/client/react'
import {
  type FindCandidates,
  ReviewBoard,
  reviewKeyGroups,
  type ReviewKey,
  usePageKeys,
  useShownItem,
} from '@hengjuan/scan-review'
import {
  ErrorState,
  KeyHint,
  KeyMapDialog,
  ProgressBar,
  ReasonButton,
  SkeletonPage,
  toast,
} from '@hengjuan/ui'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AcceptAll } from './AcceptAll.tsx'
import css from './scan-errors.module.css'
import { PeopleAtWork } from './PeopleAtWork.tsx'
import { ScanFrame } from './ScanFrame.tsx'
import { PlaceFilter } from './PlaceFilter.tsx'
import { resultPath } from './result/result-path.ts'
import { type ExamSubject, type ServerDecisions, useDecisions } from './use-decisions.ts'
import { usePresence } from './use-presence.ts'
import { WithoutSheet } from './WithoutSheet.tsx'

const KEY_GROUPS = reviewKeyGroups()
const REFRESH_MS = 5000
const LISTED = 200

type Tab = NonNullable<InputOf<typeof listExceptions>['query']['category']>

/** Null also for what names no school. */
const schoolIn = (address: URLSearchParams): string | null => {
  const school = address.get('school')
  return school !== null && /^[1-9]\d*$/.test(school) ? school : null
}

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
  const { call } = useCaller()
  const [keyword, setKeyword] = useState('')
  const search = useDeferredValue(keyword.trim())
  const [address, setAddress] = useSearchParams()
  const [batch, room, school] = [address.get('batch'), address.get('room'), schoolIn(address)]
  const [picked, setPicked] = useState<ReviewKey | null>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const isList = props.category !== 'without_sheet'
  usePageKeys({ '?': () => setHelpOpen(true), '？': () => setHelpOpen(true) })
  const counts = useRoute(exceptionCounts, { query: at }, { refetchInterval: REFRESH_MS })
  const list = useRoute(
    listExceptions,
    {
      query: {
        ...at,
        category: (isList ? props.category : 'all') as Tab,
        limit: LISTED,
        ...(search ? { keyword: search } : {}),
        ...(batch ? { batch_id: batch } : {}),
        ...(room ? { room_no: room } : {}),
        ...(school ? { school_id: Number(school) } : {}),
      },
    },
    { enabled: isList, placeholderData: (previous) => previous },
  )
  // Until the list of another category is there, the one before is shown.
  const listed = list.isPlaceholderData ? '' : [props.category, search, batch, room, school].join()
  const item = useShownItem(list.data?.list ?? [], picked, listed)
  const decisions = useDecisions(at, { current: item?.exception_id ?? null, pick: setPicked })
  const detail = useRoute(
    exceptionDetail,
    { query: { ...at, exception_id: Number(item?.exception_id ?? 0) } },
    { enabled: isList && item !== undefined, placeholderData: (previous) => previous },
  )
  // Twelve questions on a screen are of twelve sheets, and each is settled by one key: none is held.
  const isOneSheet = isList && (props.category !== 'choice' || props.oneByOne)
  const isSeen = detail.data?.item.exception_id === item?.exception_id
  const seen = isOneSheet && isSeen && item?.state === 'open' ? item.sheet_id : null
  const { others, take } = usePresence(at, props.hasDecisions ? seen : null)
  const inHand = useMemo(
    () =>
      new Map(
        others.flatMap(({ sheet_id, name, is_holder }) =>
          sheet_id !== null && is_holder ? [[sheet_id, name] as const] : [],
        ),
      ),
    [others],
  )
  const findCandidates = useCallback<FindCandidates>(
    async (wanted) =>
      (await call(candidatesOfSubject, { query: { ...at, all: 1, keyword: wanted, limit: 30 } }))
        .list,
    [call, at],
  )
  const open = counts.data?.open
  const { refetch } = list
  // Somebody else, or a station, changed what waits.
  useEffect(() => {
    if (open !== undefined) void refetch()
  }, [open, refetch])
  if (counts.error)
    return <ErrorState error={counts.error} size="large" onRetry={() => void counts.refetch()} />
  if (!counts.data) return <SkeletonPage inset />
  return (
    <ScanFrame
      title="扫描异常处理"
      about={
        <>
          <small className={css['exam']}>
            {counts.data.exam_name} · {counts.data.subject_name}
          </small>
          <span className={css['progress']}>
            已扫考生
            <ProgressBar done={counts.data.scanned} total={counts.data.expected} label="已扫考生" />
          </span>
        </>
      }
      actions={
        <Actions
          at={at}
          decisions={decisions}
          ownerId={isSeen ? detail.data?.sheet.candidate?.candidate_id : undefined}
          onHelp={() => setHelpOpen(true)}
        >
          {props.category === 'choice' && (
            <Button onClick={() => props.onOneByOne(!props.oneByOne)}>
              {props.oneByOne ? '12 题一屏' : '逐题处理'}
            </Button>
          )}
        </Actions>
      }
    >
      <ReviewBoard
        counts={counts.data}
        category={props.category}
        onCategory={props.onCategory}
        list={{ data: list.data, error: list.error, retry: () => void refetch() }}
        keyword={keyword}
        onKeyword={setKeyword}
        item={item}
        onPick={setPicked}
        detail={{ data: detail.data, error: detail.error, retry: () => void detail.refetch() }}
        decisions={decisions}
        findCandidates={findCandidates}
        hasDecisions={props.hasDecisions}
        oneByOne={props.oneByOne}
        onOneByOne={props.onOneByOne}
        isScanned={counts.data.scanned + counts.data.handled > 0}
        filters={
          <PlaceFilter
            places={counts.data}
            batch={batch}
            room={room}
            school={school}
            onChange={(change) => {
              setPicked(null)
              setAddress(
                (before) => {
                  for (const [name, value] of Object.entries(change))
                    if (value) before.set(name, value)
                    else before.delete(name)
                  return before
                },
                { replace: true },
              )
            }}
          />
        }
        isNarrowed={batch !== null || room !== null || school !== null}
        inHand={inHand}
        onTake={take}
        foot={<PeopleAtWork others={others} items={list.data?.list ?? []} />}
        stripHead={<AcceptAll at={at} decisions={decisions} />}
        {...(isList ? {} : { instead: <WithoutSheet at={at} decisions={decisions} /> })}
      />
      <KeyMapDialog groups={KEY_GROUPS} isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </ScanFrame>
  )
}

/** What is done about the subject as a whole. */
function Actions(props: {
  at: ExamSubject
  decisions: ServerDecisions
  /** Whose sheet is looked at, where it has an owner. */
  ownerId: number | undefined
  onHelp: () => void
  children: React.ReactNode
}) {
  const { at, decisions } = props
  const { call } = useCaller()
  const navigate = useNavigate()
  const match = () =>
    call(matchAll, { body: at })
      .then(({ matched, remaining }) =>
        toast.done(`新匹配 ${matched} 张，仍有 ${remaining} 张没有考生`),
      )
      .catch(toast.error)
      .then(decisions.refresh)
  return (
    <>
      {props.children}
      <Button onClick={() => void navigate(resultPath(at, props.ownerId))}>考生结果</Button>
      <Button disabled={decisions.pending} onClick={() => void match()}>
        重新匹配考号
      </Button>
      <ReasonButton
        reason={decisions.undoable === null ? '本次打开页面以来没有可以撤销的处理' : null}
        disabled={decisions.pending}
        {...(decisions.undoable === null ? {} : { title: decisions.undoable })}
        onClick={() => void decisions.undoLast()}
      >
        撤销 <KeyHint keys="Ctrl+Z" />
      </ReasonButton>
      <Button variant="minimal" onClick={props.onHelp}>
        快捷键 <KeyHint keys="?" />
      </Button>
    </>
  )
}
