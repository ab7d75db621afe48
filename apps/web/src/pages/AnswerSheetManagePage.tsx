import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import {
  examGet,
  examProgress,
  type ReplyOf,
  sheetDetail,
  sheetGet,
  sheetInfo,
  sheetList,
  sheetLock,
  sheetSave,
  sheetSettings,
} from '@hengjuan/contracts'
import { type AnswerSheetType, SHEET_TYPE_RULES, sheetTypeOfMode } from '@hengjuan/domain'
import {
  ErrorState,
  filter,
  PageHeader,
  Panel,
  Segmented,
  SkeletonLines,
  SkeletonPage,
  StatusTag,
  toast,
  useUrlFilters,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { ExamTabs } from '../features/exam/index.ts'
import {
  answersOf,
  ImportQuestionsDialog,
  InfoDialog,
  ReuseChoice,
  PrintControls,
  SampleChoice,
  SheetDesigner,
  type SheetWork,
} from '../features/sheet/index.ts'
import { useMay, useSession } from '../session/session-store.ts'
import css from './exam-pages.module.css'
import { useExamOfPage } from './use-exam.ts'

/** Laid out here; others are corrected on their pictures. */
const DESIGNED = 1
/** What a new sheet of a type starts from, and what it is for. */
const START_NOTES: Partial<Record<AnswerSheetType, string>> = {
  1: '选择一个样例作为起点，题目和版面都可以修改',
  3: '线上考试：不印答题卡，题目表定题块、分值和客观题答案；选择一个样例作为起点',
  5: '成绩导入：不印答题卡，题目表只定题目和满分；选择一个样例作为起点',
}
const filters = { subject_id: filter.id() }
type Exam = ReplyOf<typeof examGet>

/** `/MainPage/exam-manage/AffairManage/:examId/answer-sheet-manage`: the sheet of each subject. */
export function AnswerSheetManagePage() {
  const { examId, exam, known } = useExamOfPage()
  const { values, set } = useUrlFilters(filters)
  if (exam.error && !exam.data)
    return <ErrorState size="large" error={exam.error} onRetry={() => void exam.refetch()} />
  if (!exam.data) return <SkeletonPage />
  const { data } = exam
  const subject =
    data.subjects.find(({ subject_id }) => subject_id === values.subject_id) ?? data.subjects[0]
  return (
    <>
      <PageHeader title={data.name} subtitle="答题卡：设计版面、设置答案、下载打印">
        <ExamTabs examId={examId} known={known} />
        <div>
          <Segmented
            label="科目"
            options={data.subjects.map(({ subject_id, name, sheet_id }) => ({
              value: subject_id,
              label: sheet_id === null ? `${name}（未设置）` : name,
            }))}
            value={subject?.subject_id ?? 0}
            onChange={(subject_id) => set({ subject_id })}
          />
        </div>
      </PageHeader>
      {subject && <SubjectSheet key={subject.subject_id} exam={data} subject={subject} />}
    </>
  )
}

function SubjectSheet({ exam, subject }: { exam: Exam; subject: Exam['subjects'][number] }) {
  const query = { exam_id: exam.exam_id, subject_id: subject.subject_id }
  const settings = useRoute(sheetSettings, { query })
  const [started, setStarted] = useState<SheetWork | null>(null)
  const mayDesign = useMay('sheet.design')
  const refresh = useRefresh()
  if (subject.sheet_id !== null)
    return <BoundSheet exam={exam} subject={subject} sheetId={subject.sheet_id} />
  if (settings.error && !settings.data)
    return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
  if (!settings.data)
    return (
      <Panel>
        <SkeletonLines lines={6} />
      </Panel>
    )
  if (started) return <Editor exam={exam} subject={subject} initial={started} isNew sheet={null} />
  return (
    <div className={css['list']}>
      <Panel
        title={`${subject.name}还没有${sheetTypeOfMode(subject.mode) === 1 ? '答题卡' : '题目表'}`}
        note={START_NOTES[sheetTypeOfMode(subject.mode)] ?? ''}
      >
        <SampleChoice
          settings={settings.data}
          subjectName={subject.name}
          onChoose={(work) => setStarted(work)}
        />
      </Panel>
      {mayDesign && (
        <ReuseChoice
          into={{ examId: exam.exam_id, subjectId: subject.subject_id }}
          onDone={refresh}
        />
      )}
    </div>
  )
}

function BoundSheet(props: { exam: Exam; subject: Exam['subjects'][number]; sheetId: number }) {
  const query = { sheet_id: props.sheetId }
  const sheet = useRoute(sheetGet, { query })
  const info = useRoute(sheetInfo, { query })
  const initial = useMemo(
    (): SheetWork | null =>
      sheet.data && info.data ? workOf(sheet.data.design, info.data.questions) : null,
    [sheet.data, info.data],
  )
  // Read anew without a change, as when the window is looked at again, it is no other sheet: what is being drawn stays.
  const questions = useMemo(() => JSON.stringify(info.data?.questions), [info.data])
  const failed = [sheet, info].find(({ error, data }) => error && !data)
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!initial || !sheet.data)
    return (
      <Panel>
        <SkeletonLines lines={10} />
      </Panel>
    )
  return (
    <>
      <SheetActions exam={props.exam} sheet={sheet.data.sheet} />
      <Editor
        key={`${sheet.data.sheet.version} ${questions}`}
        exam={props.exam}
        subject={props.subject}
        initial={initial}
        knowledge={Object.fromEntries(
          (info.data?.questions ?? []).map(({ no, knowledge }) => [no, knowledge]),
        )}
        sheet={sheet.data.sheet}
      />
    </>
  )
}

type Sheet = ReplyOf<typeof sheetGet>['sheet']

/** State of the sheet, downloads, lock. */
function SheetActions({ exam, sheet }: { exam: Exam; sheet: Sheet }) {
  const [open, setOpen] = useState<'info' | 'import' | null>(null)
  const query = `?subject_id=${sheet.subject_id ?? ''}`
  const mayDesign = useMay('sheet.design')
  const refresh = useRefresh()
  const lock = useCall(sheetLock, { onSuccess: refresh, onError: toast.error })
  const importRefusal =
    sheet.readonly_reason ??
    (sheet.scanned_sheets > 0 ? '已有扫描件使用这份版面，题目不能更换' : null)
  return (
    <div className={css['sheetActions']}>
      <StatusTag status={sheet.scanned_sheets > 0 ? 'busy' : 'ok'}>
        第 {sheet.version} 版 ·{' '}
        {sheet.page_count > 0
          ? `${sheet.paper} · ${sheet.page_count} 面`
          : `${sheet.type_name}，不印答题卡`}
        {sheet.scanned_sheets > 0 && ` · 已扫描 ${sheet.scanned_sheets} 张`}
      </StatusTag>
      {sheet.locked && (
        <StatusTag
          status="idle"
          title={`由 ${sheet.locked_by} 锁定${sheet.lock_reason ? `：${sheet.lock_reason}` : ''}`}
        >
          已锁定
        </StatusTag>
      )}
      <nav className={css['sheetLinks']} aria-label="答题卡页面">
        <Link to={`/MainPage/exam-manage/divideBlock/${exam.exam_id}${query}`}>题块划分</Link>
        <Link to={`/bindQuestions${query}&exam_id=${exam.exam_id}`}>绑定试题</Link>
        {SHEET_TYPE_RULES[sheet.type as AnswerSheetType]?.page === 'imported' && (
          <Link
            to={`/adjust-coord/${exam.exam_id}/${sheet.subject_id ?? 0}/${sheet.type}/0/0?sheet_id=${sheet.sheet_id}`}
          >
            调整坐标
          </Link>
        )}
        <Link to={`/changeAnswer${query}&exam_id=${exam.exam_id}`}>答案与规则</Link>
      </nav>
      <span className={css['gap']} />
      {open === 'info' && (
        <InfoDialog
          sheet={sheet}
          mayDesign={mayDesign}
          onClose={() => setOpen(null)}
          onDone={refresh}
        />
      )}
      {open === 'import' && (
        <ImportQuestionsDialog
          sheetId={sheet.sheet_id}
          examId={exam.exam_id}
          subjectId={sheet.subject_id ?? 0}
          onClose={() => setOpen(null)}
          onDone={refresh}
        />
      )}
      {sheet.page_count > 0 && (
        <PrintControls
          sheetId={sheet.sheet_id}
          paper={sheet.paper}
          classes={exam.classes}
          mayDesign={mayDesign}
        />
      )}
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            <MenuItem text="信息与版本" onClick={() => setOpen('info')} />
            {mayDesign && (
              <>
                <MenuItem
                  text="从表格导入题目"
                  disabled={importRefusal !== null}
                  {...(importRefusal === null ? {} : { title: importRefusal, label: '不可用' })}
                  onClick={() => setOpen('import')}
                />
                <MenuItem
                  text={sheet.locked ? '解锁' : '锁定版面'}
                  onClick={() =>
                    lock.mutate({ body: { sheet_id: sheet.sheet_id, locked: !sheet.locked } })
                  }
                />
              </>
            )}
          </Menu>
        }
      >
        <Button loading={lock.isPending}>更多</Button>
      </PopoverNext>
    </div>
  )
}

function Editor(props: {
  exam: Exam
  subject: Exam['subjects'][number]
  initial: SheetWork
  sheet: Sheet | null
  knowledge?: Readonly<Record<string, string[]>>
  isNew?: boolean
}) {
  const { exam, subject, sheet } = props
  const type = (sheet?.type ?? sheetTypeOfMode(subject.mode)) as AnswerSheetType
  const rules = SHEET_TYPE_RULES[type]
  const mayDesign = useMay('sheet.design')
  const schoolName = useSession().school_name ?? ''
  const refresh = useRefresh()
  const save = useCall(sheetSave, {
    onSuccess: ({ version, page_count, kept_scanned }) => {
      toast.done(
        kept_scanned > 0
          ? `已保存第 ${version} 版；已扫描的 ${kept_scanned} 张保持原来的版面`
          : page_count > 0
            ? `已保存第 ${version} 版，共 ${page_count} 面`
            : `已保存第 ${version} 版`,
      )
      return refresh()
    },
  })
  const fixedReason = exam.published
    ? '成绩已发布'
    : sheet?.locked
      ? `版面已由 ${sheet.locked_by} 锁定`
      : sheet && sheet.scanned_sheets > 0 && type !== DESIGNED
        ? `已有 ${sheet.scanned_sheets} 张扫描件使用这份版面`
        : sheet && rules.page === 'imported'
          ? '题目和版面来自导入的文件'
          : null
  return (
    <SheetDesigner
      initial={props.initial}
      type={type}
      {...(props.knowledge ? { knowledge: props.knowledge } : {})}
      isNew={props.isNew ?? false}
      schoolName={schoolName}
      fixedReason={fixedReason}
      scanned={
        sheet && sheet.scanned_sheets > 0
          ? { sheetId: sheet.sheet_id, sheets: sheet.scanned_sheets }
          : null
      }
      mayEdit={mayDesign}
      isPending={save.isPending}
      error={save.error}
      onSave={(work, keepScanned) =>
        save.mutate({
          body: {
            ...(sheet
              ? { sheet_id: sheet.sheet_id, version: sheet.version }
              : { exam_id: exam.exam_id, subject_id: subject.subject_id, type }),
            design: work.design,
            ...(keepScanned ? { keep_scanned: true } : {}),
            ...(rules.hasKeys ? answersOf(work) : {}),
          },
        })
      }
    />
  )
}

function useRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [examGet, examProgress, sheetGet, sheetInfo, sheetDetail, sheetList].map(({ path }) =>
        cache.invalidateQueries({ queryKey: [path] }),
      ),
    )
}

/** The stored design without what the server added, and the ruling answers. */
function workOf(
  design: ReplyOf<typeof sheetGet>['design'],
  questions: ReplyOf<typeof sheetInfo>['questions'],
): SheetWork {
  const { id: _id, sheetCode: _code, schoolName: _school, ...draft } = design
  return {
    design: draft,
    keys: Object.fromEntries(questions.map(({ no, key }) => [no, key.join('')])),
    missing: Object.fromEntries(
      questions.flatMap(({ no, missing_milli }) =>
        missing_milli === null ? [] : [[no, missing_milli]],
      ),
    ),
  }
}
