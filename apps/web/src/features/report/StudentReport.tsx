import { Button, HTMLSelect, Switch } from '@blueprintjs/core'
import { type ReplyOf, type reportStudents, SCORE_FORMS, studentReport } from '@hengjuan/contracts'
import type { StudentRow } from '@hengjuan/contracts'
import { errorOfDifference, figureText, formatMilli, TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import { filter, FilterField, SearchField, Segmented, useUrlFilters } from '@hengjuan/ui'
import type { ReactNode } from 'react'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { ScoreStrip } from './ScoreStrip.tsx'
import { StudentDrawer } from './StudentDrawer.tsx'

/** A grade has at most a few thousand; all of them at once, so that sorting and scrolling are instant. */
const ALL = 5000
const filters = {
  keyword: filter.text(),
  heat: filter.oneOf(['on', 'off'], 'on'),
  error: filter.oneOf(['on', 'off'], 'off'),
  score_form: filter.oneOf(['raw', 'converted', 'level'], 'raw'),
  in_subject: filter.number(TOTAL_SUBJECT_ID),
  score_from: filter.text(),
  score_to: filter.text(),
  level: filter.text(),
  combo: filter.text(),
  missing: filter.oneOf(['', 'absent', 'partial'], ''),
  /** Candidate whose figures are open. */
  open: filter.id(),
}

/** Everyone's scores, ranks and levels. @source reports P01 */
export function StudentReport(props: {
  mayExport: boolean
  isBare?: boolean
  renderTrend: (studentId: number) => ReactNode
}) {
  const { values, set } = useUrlFilters(filters)
  const { keyword, open: openedId } = values
  const isHeated = values.heat === 'on'
  const form = values.score_form
  const behind = behindFigure(values)
  return (
    <ReportPage
      report={studentReport}
      page="student"
      mayExport={props.mayExport}
      isBare={props.isBare ?? false}
      rowKey={(row) => row.candidate_id}
      query={{
        ...(keyword === '' ? {} : { keyword }),
        ...(form === 'raw' ? {} : { score_form: form }),
        ...(values.combo === '' ? {} : { combo: values.combo }),
        ...behind.query,
      }}
      pageOnly={{ limit: ALL }}
      chips={[
        ...(keyword === '' ? [] : [`查找「${keyword}」`]),
        ...(form === 'raw' ? [] : [SCORE_FORMS[form]]),
        ...(values.combo === '' ? [] : [values.combo]),
        ...behind.chips,
      ]}
      isHeated={isHeated}
      initialSort={{ key: 'total_score', isAscending: false }}
      onOpenRow={(row) => set({ open: row.candidate_id })}
      currentKey={openedId}
      renderCells={(reply) => (values.error === 'on' ? errorCells(reply, openedId) : {})}
      renderFilters={(reply) => (
        <>
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名、拼音首字母或考号"
          />
          {reply && reply.combos.length > 0 && (
            <FilterField label="选科">
              <HTMLSelect
                value={values.combo}
                onChange={({ currentTarget }) => set({ combo: currentTarget.value })}
              >
                <option value="">全部组合</option>
                {reply.combos.map((combo) => (
                  <option key={combo}>{combo}</option>
                ))}
              </HTMLSelect>
            </FilterField>
          )}
          <Switch
            className={css['switch'] ?? ''}
            checked={isHeated}
            label="按标准分着色"
            onChange={() => set({ heat: isHeated ? 'off' : 'on' })}
          />
          {reply?.sem_milli != null && (
            <Switch
              className={css['switch'] ?? ''}
              checked={values.error === 'on'}
              label="标出差异小于误差的人"
              onChange={() => set({ error: values.error === 'on' ? 'off' : 'on' })}
            />
          )}
          {behind.chips.length > 0 && (
            <Button
              size="small"
              onClick={() =>
                set({
                  score_from: '',
                  score_to: '',
                  level: '',
                  missing: '',
                  in_subject: TOTAL_SUBJECT_ID,
                })
              }
              text="显示全部学生"
            />
          )}
          {reply && (
            <Segmented
              label="各科显示"
              options={(['raw', 'converted', 'level'] as const)
                .filter((one) => one !== 'converted' || reply.has_converted)
                .map((one) => ({ value: one, label: SCORE_FORMS[one] }))}
              value={form}
              onChange={(next) => set({ score_form: next })}
            />
          )}
        </>
      )}
      renderAbove={(reply) => <Place reply={reply} openedId={openedId} />}
      renderBelow={(reply) => (
        <StudentDrawer
          reply={reply}
          row={reply.list.find(({ candidate_id }) => candidate_id === openedId) ?? null}
          renderTrend={props.renderTrend}
          onClose={() => set({ open: null })}
        />
      )}
      empty={
        keyword
          ? {
              title: `没有找到「${keyword}」`,
              text: '请核对姓名或考号；只能查到当前身份可见班级的学生。',
            }
          : {
              title: '当前身份没有可见的班级',
              text: '如需查看，请联系学校管理员分配班级。',
            }
      }
    />
  )
}

/** Of all who are listed; a page of a longer list says nothing of the rest. */
function Place({
  reply,
  openedId,
}: {
  reply: ReplyOf<typeof reportStudents>
  openedId: number | null
}) {
  const { list, total } = reply
  if (list.length < total) return null
  const counted = list.flatMap(({ candidate_id, student_name, total_score, partial }) =>
    total_score === null || partial
      ? []
      : [{ id: candidate_id, name: student_name, milli: total_score }],
  )
  return (
    <ScoreStrip
      scores={counted.map(({ milli }) => milli)}
      own={counted.find(({ id }) => id === openedId) ?? null}
      isRanked={reply.rank_types.length > 0}
    />
  )
}

interface Behind {
  in_subject: number
  score_from: string
  score_to: string
  level: string
  missing: '' | 'absent' | 'partial'
}

/** Who is behind a figure of another table, as the call takes it and in words. @source reports 2.5 */
function behindFigure({ in_subject, score_from, score_to, level, missing }: Behind) {
  const points = (text: string): number | null =>
    text !== '' && Number.isFinite(Number(text)) ? Number(text) : null
  const [from, to] = [points(score_from), points(score_to)]
  const isAsked = from !== null || to !== null || level !== '' || missing !== ''
  return {
    query: {
      ...(from === null ? {} : { score_from: from }),
      ...(to === null ? {} : { score_to: to }),
      ...(level === '' ? {} : { level }),
      ...(missing === '' ? {} : { missing }),
      ...(isAsked && in_subject !== TOTAL_SUBJECT_ID ? { in_subject } : {}),
    },
    chips: [
      ...(from === null ? [] : [`不低于 ${from} 分`]),
      ...(to === null ? [] : [`低于 ${to} 分`]),
      ...(level === '' ? [] : [`${level} 等`]),
      ...(missing === '' ? [] : [missing === 'absent' ? '没有成绩' : '总分不全']),
    ],
  }
}

/** Marks all who can not be told from the student whose row is open, or else from the first. @source reports 2.4 (3) */
function errorCells(
  { list, sem_milli }: ReplyOf<typeof reportStudents>,
  openedId: number | null,
): Record<string, (row: StudentRow) => ReactNode> {
  const pivot = list.find(({ candidate_id }) => candidate_id === openedId) ?? list[0]
  if (sem_milli === null || pivot?.total_score == null) return {}
  const least = errorOfDifference(sem_milli)
  const from = pivot.total_score
  return {
    total_score: ({ candidate_id, total_score, partial }) => {
      if (total_score === null) return '—'
      const isWithin = !partial && Math.abs(total_score - from) < least
      return (
        <span
          className={isWithin ? css['withinError'] : undefined}
          title={
            isWithin && candidate_id !== pivot.candidate_id
              ? `与${pivot.student_name}相差不到 ${figureText(least, 'milli')} 分，差异小于误差`
              : undefined
          }
        >
          {formatMilli(total_score)}
        </span>
      )
    },
  }
}

/** `/studentScoresList`: the same in a window of its own. */
export const StudentScoresList = (props: {
  mayExport: boolean
  renderTrend: (studentId: number) => ReactNode
}) => <StudentReport {...props} isBare />
