import { useRoute } from '@hengjuan/client/react'
import { type ImportBatch, scoreImportExport, scoreImportSubjects } from '@hengjuan/contracts'
import {
  DownloadButton,
  ErrorState,
  filter,
  PageHeader,
  Panel,
  QueryView,
  ReasonButton,
  SkeletonPage,
  useServerTable,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ExamStatusTag } from '../features/exam/index.ts'
import { ImportBatches, ImportDialog, ScoreImportDialog } from '../features/import/index.ts'
import {
  FinishDialog,
  FullMarkDialog,
  type ImportedSubject,
  ImportedSubjects,
} from '../features/score-import/index.ts'
import css from './exam-pages.module.css'
import { useExamOfPage } from './use-exam.ts'

const filters = {
  /** The dialog that an address opens. */
  open: filter.oneOf(['', 'import'], ''),
}
const LIMIT = 20

/** `/MainPage/exam-manage/exam-detail/:examId/score-import`: full marks, tables of scores, and what was imported. */
export function ScoreImportPage() {
  const { examId, exam } = useExamOfPage()
  const { values, set, paged, pager } = useServerTable(filters, LIMIT)
  const cache = useQueryClient()
  const subjects = useRoute(scoreImportSubjects, { query: { exam_id: examId } })
  const [chosen, setChosen] = useState<{
    act: 'full' | 'import' | 'finish'
    subject: ImportedSubject
  } | null>(null)
  const [resumed, setResumed] = useState<ImportBatch | null>(null)
  // Steps, previews and reports show what was imported.
  const refresh = () => void cache.invalidateQueries()
  const done = () => {
    setChosen(null)
    refresh()
  }
  if (exam.error && !exam.data)
    return <ErrorState size="large" error={exam.error} onRetry={() => void exam.refetch()} />
  if (!exam.data) return <SkeletonPage />
  const { data } = exam
  const reason = data.published ? '成绩已发布，请先撤回发布' : null
  const open = subjects.data?.filter(({ finished }) => !finished) ?? []
  const withoutFull = open.find(({ full_milli }) => full_milli === 0)
  return (
    <>
      <PageHeader
        title="成绩导入"
        tags={<ExamStatusTag exam={data} />}
        subtitle={`${data.name}：设好满分，下载带名单的模板，填写后导入；先核对、再写入，30 天内可以撤销`}
      />
      <div className={css['list']}>
        <Panel
          flush
          title="科目"
          actions={
            <>
              <DownloadButton route={scoreImportExport} input={{ query: { exam_id: examId } }}>
                导出当前成绩
              </DownloadButton>
              <ReasonButton
                intent="primary"
                reason={
                  reason ??
                  (open.length === 0
                    ? '所有科目都已完成导入'
                    : withoutFull
                      ? `请先设置${withoutFull.name}的满分`
                      : null)
                }
                onClick={() => set({ open: 'import' })}
              >
                导入成绩表
              </ReasonButton>
            </>
          }
        >
          <QueryView query={subjects}>
            {(rows) => (
              <ImportedSubjects
                subjects={rows}
                withoutRecord={(subjectId) =>
                  `/MainPage/exam-manage/AffairManage/${examId}/studentManage?subject_id=${subjectId}&sheet=without`
                }
                reason={reason}
                onFull={(subject) => setChosen({ act: 'full', subject })}
                onImport={(subject) => setChosen({ act: 'import', subject })}
                onFinish={(subject) => setChosen({ act: 'finish', subject })}
              />
            )}
          </QueryView>
        </Panel>
        <Panel flush title="导入记录">
          <ImportBatches
            kind="score"
            examId={examId}
            place={paged}
            onPlace={({ page, limit }) =>
              limit === paged.limit ? pager.onPage(page) : pager.onLimit(limit)
            }
            onResume={setResumed}
            onUndone={refresh}
          />
        </Panel>
      </div>
      {chosen?.act === 'full' && (
        <FullMarkDialog
          examId={examId}
          subject={chosen.subject}
          onDone={done}
          onClose={() => setChosen(null)}
        />
      )}
      {chosen?.act === 'finish' && (
        <FinishDialog
          examId={examId}
          subject={chosen.subject}
          onDone={done}
          onClose={() => setChosen(null)}
        />
      )}
      {(chosen?.act === 'import' || (values.open === 'import' && open.length > 0)) && (
        <ScoreImportDialog
          exam={data}
          subjects={open}
          subject={chosen?.subject ?? (open.length === 1 ? (open[0] ?? null) : null)}
          onDone={refresh}
          onClose={() => {
            setChosen(null)
            set({ open: '' })
          }}
        />
      )}
      {resumed && (
        <ImportDialog
          kind="score"
          batchId={resumed.batch_id}
          examId={examId}
          onDone={refresh}
          onClose={() => setResumed(null)}
        />
      )}
    </>
  )
}
