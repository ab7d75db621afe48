import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import {
  candidateAdd,
  candidateDelete,
  candidateList,
  candidateSync,
  candidateUpdate,
  examGet,
  examProgress,
} from '@hengjuan/contracts'
import {
  ClassSelect,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  filter,
  ListPage,
  NullableSelect,
  Pager,
  ReasonButton,
  SearchField,
  SkeletonPage,
  SubjectSelect,
  toast,
  useServerTable,
} from '@hengjuan/ui'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { ImportDialog } from '../features/import/index.ts'
import {
  type CandidateChange,
  CandidateTable,
  CompareDialog,
  NumberDialog,
} from '../features/roster/index.ts'
import { useMay } from '../session/session-store.ts'
import { useExamOfPage } from './use-exam.ts'

const filters = {
  keyword: filter.text(),
  class_id: filter.id(),
  subject_id: filter.id(),
  /** With a subject: of those expected in it, who has a sheet. */
  sheet: filter.oneOf(['', 'any', 'with', 'without'], ''),
  /** The school whose figure led here, of an exam of several. */
  school_id: filter.id(),
}
const SHEETS = [
  { value: 'any', label: '应扫' },
  { value: 'with', label: '已扫' },
  { value: 'without', label: '未扫' },
] as const
/** Of one school all in one list; those of a large joint exam come in parts. */
const LIMIT = 5000

/** `/MainPage/exam-manage/AffairManage/:examId/studentManage`: who sits the exam, with which number. */
export function StudentManagePage() {
  const { examId, exam } = useExamOfPage()
  const { values, set, reset, isSet, query: asked, paged, pager } = useServerTable(filters, LIMIT)
  const mayManage = useMay('roster.manage')
  const cache = useQueryClient()
  const [dialog, setDialog] = useState<
    'enrol' | 'renumber' | 'import' | 'delete' | 'compare' | null
  >(null)
  const [selected, setSelected] = useState<ReadonlySet<string | number>>(new Set())
  const { sheet: ofSheet, ...rest } = asked
  const query = {
    exam_id: examId,
    ...paged,
    ...rest,
    ...(values.subject_id === null || ofSheet === undefined ? {} : { sheet: ofSheet }),
  }
  const roster = useRoute(candidateList, { query }, { placeholderData: keepPreviousData })
  const refresh = useCallback(
    () =>
      Promise.all(
        [candidateList, examGet, examProgress].map(({ path }) =>
          cache.invalidateQueries({ queryKey: [path] }),
        ),
      ),
    [cache],
  )
  const finished = (message: string) => {
    setDialog(null)
    toast.done(message)
    return refresh()
  }
  const enrol = useCall(candidateAdd, {
    onSuccess: ({ added }) => finished(`已加入 ${added} 名考生`),
  })
  const renumber = useCall(candidateUpdate, {
    onSuccess: ({ changed }) => finished(`已重新编排 ${changed} 个考号`),
  })
  const remove = useCall(candidateDelete, {
    onSuccess: ({ deleted }) => {
      setSelected(new Set())
      return finished(`已移出 ${deleted} 名考生`)
    },
  })
  const { mutate: change } = useCall(candidateUpdate, {
    onSuccess: refresh,
    onError: (error) => {
      toast.error(error)
      void refresh()
    },
  })
  const onChange = useCallback(
    (one: CandidateChange) => change({ body: { exam_id: examId, candidates: [one] } }),
    [change, examId],
  )
  const close = () => {
    setDialog(null)
    for (const call of [enrol, renumber, remove]) call.reset()
  }
  if (exam.error && !exam.data)
    return <ErrorState size="large" error={exam.error} onRetry={() => void exam.refetch()} />
  if (!exam.data) return <SkeletonPage />
  const { data } = exam
  const mayEdit = mayManage && !data.published
  const reason = data.published ? '成绩已发布，名单不能修改' : null
  return (
    <ListPage
      title="考生"
      state={`${data.name}：${data.candidate_count} 人`}
      actions={
        mayManage && (
          <>
            <ReasonButton
              reason={reason ?? (selected.size === 0 ? '请先勾选考生' : null)}
              onClick={() => setDialog('delete')}
            >
              移出{selected.size > 0 ? ` ${selected.size} 人` : ''}
            </ReasonButton>
            {data.side === 'organiser' && (
              <ReasonButton reason={reason} onClick={() => setDialog('renumber')}>
                重新编排考号
              </ReasonButton>
            )}
            <Button onClick={() => setDialog('compare')}>与学生库比较</Button>
            <ReasonButton reason={reason} onClick={() => setDialog('import')}>
              导入
            </ReasonButton>
            <ReasonButton reason={reason} intent="primary" onClick={() => setDialog('enrol')}>
              生成考生
            </ReasonButton>
          </>
        )
      }
      isFiltered={isSet}
      onReset={reset}
      found={
        <>
          {mayManage && <Link to={`/MainPage/import?exam_id=${examId}`}>导入记录</Link>}{' '}
          {roster.data && `共 ${roster.data.total} 人`}
        </>
      }
      filters={
        <>
          <SearchField
            value={values.keyword}
            onChange={(keyword) => set({ keyword })}
            placeholder="姓名、拼音首字母、考号或学号"
            width={260}
          />
          <ClassSelect classes={data.classes} />
          <SubjectSelect subjects={data.subjects} clears={['sheet']} />
          {values.subject_id !== null && (
            <NullableSelect
              label="答题卡"
              none="全部考生"
              value={values.sheet || null}
              options={SHEETS}
              onChange={(sheet) => set({ sheet: sheet ?? '' })}
            />
          )}
        </>
      }
      pager={
        roster.data &&
        roster.data.total > paged.limit && <Pager {...pager} total={roster.data.total} unit="人" />
      }
      over={
        <>
          {dialog === 'enrol' && (
            <NumberDialog
              title="生成考生"
              effect={`把 ${data.classes.length} 个班级中还没有加入的学生全部加入考试。已有考生的考号不变。`}
              isPending={enrol.isPending}
              error={enrol.error}
              onClose={close}
              onSubmit={(rule) => enrol.mutate({ body: { exam_id: examId, rule } })}
            />
          )}
          {dialog === 'renumber' && (
            <NumberDialog
              title="重新编排考号"
              effect={`将重新编排全部 ${data.candidate_count} 名考生的考号，已打印的条形码会失效。`}
              isPending={renumber.isPending}
              error={renumber.error}
              onClose={close}
              onSubmit={(rule) =>
                renumber.mutate({ body: { exam_id: examId, renumber: { rule } } })
              }
            />
          )}
          {dialog === 'import' && (
            <ImportDialog
              kind="candidate"
              examId={examId}
              onClose={close}
              onDone={() => void refresh()}
            />
          )}
          {dialog === 'compare' && (
            <CompareDialog
              examId={examId}
              reason={reason}
              onClose={close}
              onDone={(applied) => {
                void cache.invalidateQueries({ queryKey: [candidateSync.path] })
                void finished(`已采用 ${applied} 处差别`)
              }}
            />
          )}
          <ConfirmDialog
            isOpen={dialog === 'delete'}
            title="移出考生"
            effect={`将把 ${selected.size} 名考生移出本场考试`}
            confirmText={`移出 ${selected.size} 人`}
            isDestructive
            isPending={remove.isPending}
            error={remove.error}
            onClose={close}
            onConfirm={() =>
              remove.mutate({
                body: { exam_id: examId, candidate_ids: [...selected].map(Number) },
              })
            }
          >
            学生本身不会删除，以后还可以再加入。
          </ConfirmDialog>
        </>
      }
    >
      <CandidateTable
        rows={roster.data?.list}
        subjects={data.subjects}
        error={roster.error}
        onRetry={() => void roster.refetch()}
        mayEdit={mayEdit}
        {...(mayEdit ? { selection: { keys: selected, onChange: setSelected } } : {})}
        onChange={onChange}
        empty={
          isSet ? (
            <EmptyState title="没有符合条件的考生">请调整搜索内容、班级、科目或答题卡。</EmptyState>
          ) : (
            <EmptyState
              size="large"
              title="还没有考生"
              action={
                mayEdit && (
                  <Button intent="primary" onClick={() => setDialog('enrol')}>
                    生成考生
                  </Button>
                )
              }
            >
              按考试的班级生成名单和考号，或用表格导入。
            </EmptyState>
          )
        }
      />
    </ListPage>
  )
}
