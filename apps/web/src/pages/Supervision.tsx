import { ErrorState, PageHeader, Panel, SkeletonPage } from '@hengjuan/ui'
import {
  FlagLine,
  flaggedPapers,
  isWhole,
  NumberStrip,
  papersBehind,
  SubjectTiles,
  SupervisionHeader,
  TodoCards,
} from '../features/supervision/index.ts'
import { SupervisedTables } from './SupervisedTables.tsx'
import css from './supervision-page.module.css'
import { useSupervision } from './use-supervision.ts'
import { SupervisionDrawers } from './SupervisionDrawers.tsx'

/** Signals, numbers, to-dos and tables of an exam, with the drawers that its figures open. */
export function Supervision(props: { examId: number; select: React.ReactNode }) {
  const { examId } = props
  const view = useSupervision(examId)
  const {
    values,
    set,
    data,
    error,
    refetch,
    isLive,
    led,
    unread,
    setTalk,
    setPapers,
    setLimiting,
    openReadings,
    openPapersOf,
    openSchoolPapers,
    mayManageExam,
    rows,
  } = view
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
      <SupervisionDrawers examId={examId} view={view} data={data} />
    </div>
  )
}
