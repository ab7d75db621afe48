import { useCall, useRoute } from '@hengjuan/client/react'
import { sheetList, sheetPoints, sheetTemplateDo } from '@hengjuan/contracts'
import { EmptyState, ErrorState, filter, SkeletonPage, toast, useUrlFilters } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AdjustDesk, ProposalProgress } from '../features/sheet/index.ts'
import { useMay } from '../session/session-store.ts'

const filters = { sheet_id: filter.id() }
const POLL_MS = 700
/** Answer-sheet type 1 of the specification: its geometry is the design itself. */
const DESIGNED_HERE = 1

/**
 * `/adjust-coord/:examId/:subjectId/:type/:questionId/:isAddingQuestion`: the coordinates of a sheet designed
 * elsewhere. `?sheet_id=` names a sheet that serves no exam yet; then exam and subject are 0.
 */
export function AdjustCoordPage() {
  const { examId, subjectId, questionId } = useParams()
  const { values } = useUrlFilters(filters)
  const query = { exam_id: Number(examId), subject_id: Number(subjectId), limit: 1 }
  const isNamed = values.sheet_id !== null
  const ofExam = useRoute(sheetList, { query }, { enabled: !isNamed && query.exam_id > 0 })
  const found = ofExam.data?.list[0]
  const sheetId = values.sheet_id ?? found?.sheet_id ?? null
  if (ofExam.error)
    return <ErrorState size="large" error={ofExam.error} onRetry={() => void ofExam.refetch()} />
  if (sheetId === null && ofExam.isFetching) return <SkeletonPage inset />
  if (sheetId === null)
    return (
      <EmptyState size="large" title="没有要调整的答题卡">
        请从「答题卡库」导入一份答题卡，或打开已经导入的答题卡。
      </EmptyState>
    )
  if (!isNamed && found?.type === DESIGNED_HERE)
    return (
      <EmptyState size="large" title="这份答题卡是在本系统设计的，坐标不用调整">
        <Link
          to={`/MainPage/exam-manage/AffairManage/${found.exam_id}/answer-sheet-manage?subject_id=${found.subject_id}`}
        >
          到答题卡设计页修改版面
        </Link>
      </EmptyState>
    )
  return (
    <Sheet
      key={sheetId}
      sheetId={sheetId}
      questionNo={questionId === '0' ? null : (questionId ?? null)}
    />
  )
}

function Sheet({ sheetId, questionNo }: { sheetId: number; questionNo: string | null }) {
  const cache = useQueryClient()
  const mayDesign = useMay('sheet.design')
  const points = useRoute(
    sheetPoints,
    { query: { sheet_id: sheetId } },
    { refetchInterval: ({ state }) => (state.data?.state === 'working' ? POLL_MS : false) },
  )
  const reload = () => cache.invalidateQueries({ queryKey: [sheetPoints.path] })
  const again = useCall(sheetTemplateDo, { onSuccess: reload, onError: toast.error })
  const begin = () => again.mutate({ body: { sheet_id: sheetId } })
  if (points.error && !points.data)
    return <ErrorState size="large" error={points.error} onRetry={() => void points.refetch()} />
  if (!points.data) return <SkeletonPage inset />
  const { data } = points
  if (data.state === 'working')
    return <ProposalProgress name={data.name} done={data.done_pages} total={data.pages.length} />
  // A new proposal or version is begun with afresh.
  const key = `${data.version} ${data.state} ${data.parts.length}`
  return (
    <AdjustDesk
      key={key}
      points={data}
      questionNo={questionNo}
      mayDesign={mayDesign}
      onReload={reload}
      onAgain={begin}
    />
  )
}
