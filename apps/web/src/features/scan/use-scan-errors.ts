import {
  candidatesOfSubject,
  exceptionCounts,
  exceptionDetail,
  type InputOf,
  listExceptions,
} from '@hengjuan/contracts'
import { useCaller, useRoute } from '@hengjuan/client/react'
import {
  type FindCandidates,
  type ReviewKey,
  usePageKeys,
  useShownItem,
} from '@hengjuan/scan-review'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useDecisions } from './use-decisions.ts'
import { usePresence } from './use-presence.ts'

const REFRESH_MS = 5000
const LISTED = 200

type Tab = NonNullable<InputOf<typeof listExceptions>['query']['category']>

/** The subject, and which of its exceptions are shown. */
export interface ScanErrorsProps {
  examId: number
  subjectId: number
  category: string
  onCategory: (category: string) => void
  /** Questions one at a time beside their sheet, in place of twelve on a screen. */
  oneByOne: boolean
  onOneByOne: (oneByOne: boolean) => void
  hasDecisions: boolean
}

/** Null also for what names no school. */
const schoolIn = (address: URLSearchParams): string | null => {
  const school = address.get('school')
  return school !== null && /^[1-9]\d*$/.test(school) ? school : null
}

/** What waits, the sheet that is looked at, who else is at work, and what was decided. */
export function useScanErrors(props: ScanErrorsProps) {
  const at = useMemo(
    () => ({ exam_id: props.examId, subject_id: props.subjectId }),
    [props.examId, props.subjectId],
  )
  const { call } = useCaller()
  const navigate = useNavigate()
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
  const ownerId = detail.data?.sheet.candidate?.candidate_id
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
  return {
    at,
    call,
    navigate,
    keyword,
    setKeyword,
    setAddress,
    batch,
    room,
    school,
    setPicked,
    isHelpOpen,
    setHelpOpen,
    isList,
    counts,
    list,
    item,
    decisions,
    detail,
    isSeen,
    ownerId,
    others,
    take,
    inHand,
    findCandidates,
  }
}
