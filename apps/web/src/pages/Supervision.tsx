import { EXAM_MANAGER } from '@hengjuan/domain'
import { ErrorState, PageHeader, Panel, SkeletonPage, useKept, useUrlFilters } from '@hengjuan/ui'
import { useCallback, useState } from 'react'
import { LeaderMessages, useMessageCounts } from '../features/messages/index.ts'
import {
  actsAs,
  BlockDrawer,
  type Drill,
  FlagLine,
  flaggedPapers,
  isWhole,
  LimitsDialog,
  linkedPapers,
  linkedReadings,
  NumberStrip,
  type OnPapers,
  type OnSchoolPapers,
  PaperDrawer,
  type PaperFigure,
  papersBehind,
  SubjectTiles,
  SupervisionHeader,
  TodoCards,
  useLiveProgress,
} from '../features/supervision/index.ts'
import { useMay } from '../session/session-store.ts'
import { SupervisedTables } from './SupervisedTables.tsx'
import { NO_FIGURE, supervisionFilters } from './supervision-filters.ts'
import css from './supervision-page.module.css'

/** Signals, numbers, to-dos and tables of an exam, with the drawers that its figures open. */
export function Supervision(props: { examId: number; select: React.ReactNode }) {
  const { examId } = props
  const { values, set } = useUrlFilters(supervisionFilters)
  const { data, error, refetch, isLive } = useLiveProgress(examId)
  const led = (useMessageCounts(examId) ?? []).filter(({ side }) => side === 'leader')
  const unread = led.reduce((sum, row) => sum + row.unread, 0)
  const [talk, setTalk] = useState<Talk | null>(null)
  const [drill, setDrill] = useKept<Drill | null>('drill', linkedReadings(values))
  const [papers, setPapers] = useKept<PaperFigure | null>('papers', linkedPapers(values))
  const [isLimiting, setLimiting] = useState(false)
  const openReadings = useCallback(
    (block_id: number, next: Drill) => {
      set({ block_id })
      setDrill(next)
    },
    [set, setDrill],
  )
  const openPapersOf = useCallback<OnPapers>(
    ({ block_id, block_name }, part) =>
      setPapers(papersBehind({ name: block_name, where: { block_id } }, part)),
    [setPapers],
  )
  const openSchoolPapers = useCallback<OnSchoolPapers>(
    ({ school_id, school_name, subject_id, subject_name }, part) => {
      const name = `${school_name} · ${subject_name}`
      setPapers(papersBehind({ name, where: { subject_id, school_id } }, part))
    },
    [setPapers],
  )
  const mayManage = useMay('marking.setup')
  const mayManageExam = useMay('exam.manage')
  const rows = data?.blocks.filter(
    ({ subject_id }) => values.subject_id === null || subject_id === values.subject_id,
  )
  const open = data?.blocks.find(({ block_id }) => block_id === values.block_id) ?? null
  if (error && !data)
    return (
      <>
        <PageHeader title="阅卷监管" actions={props.select} />
        <ErrorState size="large" error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data || !rows) return <SkeletonPage />
  const where = values.subject_id === null ? {} : { subject_id: values.subject_id }
  const query = { exam_id: examId, ...where }
  const counted = { name: data.exam_name, where }
  return (
    <div className={css['page']}>
      <SupervisionHeader
        data={data}
        isLive={isLive}
        select={props.select}
        query={query}
        unread={led.length > 0 ? unread : null}
        onMessages={() => setTalk({})}
        onLimits={() => setLimiting(true)}
      />
      {data.subjects.length > 0 && (
        <SubjectTiles
          subjects={data.subjects}
          selected={values.subject_id}
          onSelect={(subject_id) => set({ subject_id })}
          mayOpen={({ subject_id }) =>
            data.blocks.every((block) => block.subject_id !== subject_id || isWhole(block))
          }
          onPapers={({ subject_id, subject_name }, part) =>
            setPapers(papersBehind({ name: subject_name, where: { subject_id } }, part))
          }
        />
      )}
      <NumberStrip
        rows={rows}
        onPapers={
          data.supervises && rows.every(isWhole)
            ? (part) => setPapers(papersBehind(counted, part))
            : undefined
        }
      />
      <FlagLine rows={rows} onPapers={(flag) => setPapers(flaggedPapers(counted, flag))} />
      {data.supervises && (
        <Panel title="待办" note="需要有人处理的试卷">
          <TodoCards
            examId={examId}
            rows={rows.filter(isWhole)}
            mayManageExam={mayManageExam && data.by_role}
            onOpenBlock={({ block_id }) => set({ block_id })}
          />
        </Panel>
      )}
      <SupervisedTables
        examId={examId}
        rows={rows}
        supervises={data.supervises}
        byRole={data.by_role}
        onDrill={openReadings}
        onPapers={openPapersOf}
        onSchoolPapers={openSchoolPapers}
      />
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
        refusal={mayManageExam ? null : `状态界限由学校管理员或${EXAM_MANAGER}设置`}
        isOpen={isLimiting}
        onClose={() => setLimiting(false)}
      />
      <PaperDrawer
        examId={examId}
        // Those of a block lie over its own drawer.
        figure={open ? null : papers}
        asOf={(blockId) => {
          const block = data.blocks.find(({ block_id }) => block_id === blockId)
          return block ? actsAs(block) : 'leader'
        }}
        onClose={() => {
          setPapers(null)
          set(NO_FIGURE)
        }}
      />
      <BlockDrawer
        examId={examId}
        row={open}
        mayManage={mayManage}
        markerId={values.marker_id}
        papers={papers}
        onPapers={(next) => {
          setPapers(next)
          if (next === null) set(NO_FIGURE)
        }}
        drill={drill}
        onDrill={(next) => {
          setDrill(next)
          if (next === null) set(NO_FIGURE)
        }}
        onMessage={
          open && led.some(({ block_id }) => block_id === open.block_id)
            ? (markerId) =>
                setTalk({ blockId: open.block_id, ...(markerId === null ? {} : { markerId }) })
            : null
        }
        onClose={() => {
          setPapers(null)
          setDrill(null)
          set({ block_id: null, marker_id: null, ...NO_FIGURE })
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

function nameOf(
  blocks: readonly { block_id: number; block_name: string; subject_name: string }[],
  blockId: number,
): string {
  const block = blocks.find(({ block_id }) => block_id === blockId)
  return block ? `${block.subject_name} · ${block.block_name}` : `题块 ${blockId}`
}
