import {
  EmptyState,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  Segmented,
  SkeletonPage,
  useKept,
  useUrlFilters,
} from '@hengjuan/ui'
import {
  BlockDrawer,
  BlockTable,
  type Drill,
  ExamMarkers,
  ExamSelect,
  LimitsDialog,
  linkedReadings,
  NumberStrip,
  type OnPapers,
  PaperDrawer,
  type PaperFigure,
  SchoolTable,
  SubjectTiles,
  SupervisionHeader,
  TodoCards,
  useLiveProgress,
} from '../features/supervision/index.ts'
import { LeaderMessages, useMessageCounts } from '../features/messages/index.ts'
import { useCallback, useState } from 'react'
import { useMay } from '../session/session-store.ts'
import { useExamChoice } from './use-exam-choice.ts'
import css from './supervision-page.module.css'

const VIEWS = [
  { value: 'block', label: '题块' },
  { value: 'marker', label: '教师' },
  { value: 'school', label: '学校' },
] as const
type ViewName = (typeof VIEWS)[number]['value']

const filters = {
  exam_id: filter.id(),
  subject_id: filter.id(),
  block_id: filter.id(),
  marker_id: filter.id(),
  view: filter.oneOf(['block', 'marker', 'school'], 'block'),
  /** Readings that a figure of another page counts: all of the block or marker, or of a kind. */
  readings: filter.text(),
}

/** `/MarkingSupervision`: how far marking is, who needs help, what is to be decided. */
export function MarkingSupervisionPage() {
  const { values, set } = useUrlFilters(filters)
  const { list, examId, error, retry } = useExamChoice(values.exam_id)
  const select = list && (
    <ExamSelect
      exams={list}
      value={examId}
      onChange={(exam_id) =>
        set({
          exam_id,
          subject_id: null,
          block_id: null,
          marker_id: null,
          readings: '',
        })
      }
    />
  )
  if (examId !== null) return <Supervision examId={examId} select={select} />
  if (error) return <ErrorState size="large" error={error} onRetry={retry} />
  if (!list) return <SkeletonPage />
  return (
    <>
      <PageHeader title="阅卷监管" />
      <Panel>
        <EmptyState size="large" title="还没有考试">
          新建考试并上传答题卡后，可以在这里看到各科的阅卷进度。
        </EmptyState>
      </Panel>
    </>
  )
}

function Supervision(props: { examId: number; select: React.ReactNode }) {
  const { examId } = props
  const { values, set } = useUrlFilters(filters)
  const { data, error, refetch, isLive } = useLiveProgress(examId)
  const led = useMessageCounts(examId).filter(({ side }) => side === 'leader')
  const unread = led.reduce((sum, row) => sum + row.unread, 0)
  const [talk, setTalk] = useState<Talk | null>(null)
  const [drill, setDrill] = useKept<Drill | null>('drill', linkedReadings(values))
  const [papers, setPapers] = useKept<PaperFigure | null>('papers', null)
  const [isLimiting, setLimiting] = useState(false)
  const openReadings = useCallback(
    (block_id: number, next: Drill) => {
      set({ block_id })
      setDrill(next)
    },
    [set, setDrill],
  )
  const openReadingsOf = useCallback(
    (row: { block_id: number }, next: Drill) => openReadings(row.block_id, next),
    [openReadings],
  )
  const openPapersOf = useCallback<OnPapers>(
    ({ block_id, block_name }, { label, waitsFor }) =>
      setPapers({ title: `${block_name} · ${label}`, query: { block_id, waits_for: waitsFor } }),
    [setPapers],
  )
  const mayManage = useMay('marking.setup')
  const mayManageExam = useMay('exam.manage')
  const maySupervise = useMay('marking.supervise')
  const rows = data?.blocks.filter(
    ({ subject_id }) => values.subject_id === null || subject_id === values.subject_id,
  )
  const view: ViewName = maySupervise ? values.view : 'block'
  const open = data?.blocks.find(({ block_id }) => block_id === values.block_id) ?? null
  if (error && !data)
    return (
      <>
        <PageHeader title="阅卷监管" actions={props.select} />
        <ErrorState size="large" error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data || !rows) return <SkeletonPage />
  const query = {
    exam_id: examId,
    ...(values.subject_id === null ? {} : { subject_id: values.subject_id }),
  }
  return (
    <div className={css['page']}>
      <SupervisionHeader
        data={data}
        isLive={isLive}
        select={props.select}
        query={query}
        unread={led.length > 0 ? unread : null}
        maySupervise={maySupervise}
        onMessages={() => setTalk({})}
        onLimits={() => setLimiting(true)}
      />
      {data.subjects.length > 0 && (
        <SubjectTiles
          subjects={data.subjects}
          selected={values.subject_id}
          onSelect={(subject_id) => set({ subject_id })}
          onPapers={
            data.supervises
              ? ({ subject_id, subject_name }, { label, waitsFor }) =>
                  setPapers({
                    title: `${subject_name} · ${label}`,
                    query: { subject_id, waits_for: waitsFor },
                  })
              : null
          }
        />
      )}
      <NumberStrip
        rows={rows}
        onPapers={
          data.supervises
            ? ({ label, waitsFor }) =>
                setPapers({
                  title: `${data.exam_name} · ${label}`,
                  query: {
                    ...(values.subject_id === null ? {} : { subject_id: values.subject_id }),
                    waits_for: waitsFor,
                  },
                })
            : undefined
        }
      />
      {data.supervises && (
        <Panel title="待办" note="需要有人处理的试卷">
          <TodoCards
            examId={examId}
            rows={rows}
            mayManageExam={mayManageExam}
            onOpenBlock={({ block_id }) => set({ block_id })}
          />
        </Panel>
      )}
      <Panel
        title={data.supervises ? TITLES[view] : '我的题块'}
        note={
          view === 'block'
            ? `共 ${rows.length} 个，点一行查看${data.supervises ? '教师' : '指标'}与给分曲线`
            : NOTES[view]
        }
        actions={
          maySupervise && (
            <Segmented
              label="查看方式"
              options={VIEWS}
              value={view}
              onChange={(next) => set({ view: next })}
            />
          )
        }
        {...(view === 'block'
          ? {
              footer:
                '进度为已有终评分的份数；吻合率、三评率、仲裁率的分母为已完成双评的份数，满 20 份后显示；标准差按全体计算（÷N）',
            }
          : {})}
        flush
      >
        {view === 'block' && (
          <BlockTable
            rows={rows}
            supervises={data.supervises}
            current={values.block_id}
            onOpen={({ block_id }) => set({ block_id })}
            onDrill={openReadingsOf}
            onPapers={openPapersOf}
          />
        )}
        {view === 'marker' && (
          <ExamMarkers
            examId={examId}
            blocks={rows}
            onOpen={({ block_id, marker_id }) => set({ block_id, marker_id })}
            onDrill={openReadings}
          />
        )}
        {view === 'school' && <SchoolTable examId={examId} subjectId={values.subject_id} />}
      </Panel>
      <LeaderMessages
        key={`${talk?.blockId} ${talk?.markerId}`}
        blocks={led
          .filter(({ block_id }) => talk?.blockId === undefined || talk.blockId === block_id)
          .map(({ block_id, unread: count }) => ({
            id: block_id,
            name: nameOf(data.blocks, block_id),
            unread: count,
          }))}
        {...(talk?.markerId === undefined ? {} : { markerId: talk.markerId })}
        isOpen={talk !== null}
        onClose={() => setTalk(null)}
      />
      <LimitsDialog
        examId={examId}
        refusal={mayManageExam ? null : '状态界限由学校管理员或教务主任设置'}
        isOpen={isLimiting}
        onClose={() => setLimiting(false)}
      />
      <PaperDrawer
        examId={examId}
        figure={papers}
        as={maySupervise ? 'supervisor' : 'leader'}
        mayReopen={maySupervise}
        onClose={() => setPapers(null)}
      />
      <BlockDrawer
        examId={examId}
        row={open}
        supervises={data.supervises}
        mayManage={mayManage}
        as={maySupervise ? 'supervisor' : 'leader'}
        mayReopen={maySupervise}
        blocks={data.blocks}
        markerId={values.marker_id}
        drill={drill}
        onDrill={(next) => {
          setDrill(next)
          if (next === null) set({ readings: '' })
        }}
        onMessage={
          open && led.some(({ block_id }) => block_id === open.block_id)
            ? (markerId) =>
                setTalk({ blockId: open.block_id, ...(markerId === null ? {} : { markerId }) })
            : null
        }
        onClose={() => {
          setDrill(null)
          set({ block_id: null, marker_id: null, readings: '' })
        }}
      />
    </div>
  )
}

/** Whose conversations are open: of all blocks, of one, with one marker. */
interface Talk {
  blockId?: number
  markerId?: number
}

const TITLES: Record<ViewName, string> = { block: '题块', marker: '阅卷教师', school: '各校进度' }
const NOTES: Record<ViewName, string> = {
  block: '',
  marker: '点一行查看指标与给分曲线，点数字查看这些评阅',
  school: '按考生所在学校，一份为一名考生的一个题块',
}

function nameOf(
  blocks: readonly { block_id: number; block_name: string; subject_name: string }[],
  blockId: number,
): string {
  const block = blocks.find(({ block_id }) => block_id === blockId)
  return block ? `${block.subject_name} · ${block.block_name}` : `题块 ${blockId}`
}
