import { useRoute } from '@hengjuan/client/react'
import { type examGet, type ReplyOf, sheetGet, sheetInfo, sheetSettings } from '@hengjuan/contracts'
import { type AnswerSheetType, sheetTypeOfMode } from '@hengjuan/domain'
import {
  ErrorState,
  filter,
  PageHeader,
  Panel,
  Segmented,
  SkeletonLines,
  SkeletonPage,
  useUrlFilters,
} from '@hengjuan/ui'
import { useMemo, useState } from 'react'
import { ReuseChoice, SampleChoice, type SheetWork } from '../features/sheet/index.ts'
import { useMay } from '../session/session-store.ts'
import css from './exam-pages.module.css'
import { SheetActions } from './SheetActions.tsx'
import { SheetEditor } from './SheetEditor.tsx'
import { useExamOfPage } from './use-exam.ts'
import { useSheetRefresh } from './use-sheet-refresh.ts'

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
  const { exam } = useExamOfPage()
  const { values, set } = useUrlFilters(filters)
  if (exam.error && !exam.data)
    return <ErrorState size="large" error={exam.error} onRetry={() => void exam.refetch()} />
  if (!exam.data) return <SkeletonPage />
  const { data } = exam
  const subject =
    data.subjects.find(({ subject_id }) => subject_id === values.subject_id) ?? data.subjects[0]
  return (
    <>
      <PageHeader
        title="答题卡"
        subtitle={`${data.name}：设计版面、设置答案、下载打印`}
        actions={
          <Segmented
            label="科目"
            options={data.subjects.map(({ subject_id, name, sheet_id }) => ({
              value: subject_id,
              label: sheet_id === null ? `${name}（未设置）` : name,
            }))}
            value={subject?.subject_id ?? 0}
            onChange={(subject_id) => set({ subject_id })}
          />
        }
      />
      {subject && <SubjectSheet key={subject.subject_id} exam={data} subject={subject} />}
    </>
  )
}

const MARKED_ON_PAPER = 2

/** A sheet that is marked before it is scanned has places for the marks from the beginning. */
const startOf = (work: SheetWork, mode: number): SheetWork =>
  mode === MARKED_ON_PAPER
    ? { ...work, design: { ...work.design, scoreEntry: work.design.scoreEntry ?? 'bars' } }
    : work

function SubjectSheet({ exam, subject }: { exam: Exam; subject: Exam['subjects'][number] }) {
  const query = { exam_id: exam.exam_id, subject_id: subject.subject_id }
  const settings = useRoute(sheetSettings, { query })
  const [started, setStarted] = useState<SheetWork | null>(null)
  const mayDesign = useMay('sheet.design')
  const refresh = useSheetRefresh()
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
  if (started) return <SheetEditor exam={exam} subject={subject} initial={started} sheet={null} />
  return (
    <div className={css['list']}>
      <Panel
        title={`${subject.name}还没有${sheetTypeOfMode(subject.mode) === 1 ? '答题卡' : '题目表'}`}
        note={START_NOTES[sheetTypeOfMode(subject.mode)] ?? ''}
      >
        <SampleChoice
          settings={settings.data}
          subjectName={subject.name}
          onChoose={(work) => setStarted(startOf(work, subject.mode))}
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
      <SheetEditor
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
