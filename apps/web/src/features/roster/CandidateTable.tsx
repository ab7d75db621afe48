import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { candidateList, ReplyOf } from '@hengjuan/contracts'
import { ATTENDANCE, type Attendance, SPECIAL_FLAGS, type SpecialFlag } from '@hengjuan/domain'
import { type Column, DataTable, type Selection, StatusTag } from '@hengjuan/ui'
import { type ReactNode, useMemo, useState } from 'react'
import css from './roster.module.css'

export type CandidateRow = ReplyOf<typeof candidateList>['list'][number]
type SubjectCell = CandidateRow['subjects'][number]

/** What is changed in one row: a number, a place, or one subject. */
export interface CandidateChange {
  candidate_id: number
  exam_no?: string
  room_no?: string | null
  seat_no?: string | null
  combo?: string | null
  attendance?: { subject_id: number; attendance: number }[]
}

/** Candidates of an exam; numbers, rooms and attendance are edited in place. */
export function CandidateTable(props: {
  rows: readonly CandidateRow[] | undefined
  subjects: readonly { subject_id: number; name: string }[]
  error: unknown
  onRetry: () => void
  empty: ReactNode
  mayEdit: boolean
  selection?: Selection
  onChange: (change: CandidateChange) => void
}) {
  const { subjects, mayEdit, onChange } = props
  // Schools without electives are not asked about them.
  const hasCombos = props.rows?.some(({ combo }) => combo) ?? false
  const columns = useMemo((): Column<CandidateRow>[] => {
    const edited = (
      row: CandidateRow,
      field: 'exam_no' | 'room_no' | 'seat_no',
      label: string,
    ): ReactNode => {
      const locked = field === 'exam_no' && row.subjects.some(({ sheets }) => sheets > 0)
      return mayEdit && !locked ? (
        <EditedCell
          label={`${row.name}的${label}`}
          value={row[field] ?? ''}
          onSave={(text) =>
            onChange({
              candidate_id: row.candidate_id,
              [field]: field === 'exam_no' ? text : text || null,
            })
          }
        />
      ) : (
        <span title={locked ? '已有扫描的答题卡，考号不能修改' : undefined}>
          {row[field] ?? '–'}
        </span>
      )
    }
    return [
      {
        key: 'name',
        title: '姓名',
        width: 108,
        frozen: true,
        render: (row) => row.name,
        sortBy: (row) => row.name,
      },
      {
        key: 'exam_no',
        title: '考号',
        width: 128,
        frozen: true,
        render: (row) => edited(row, 'exam_no', '考号'),
        text: (row) => row.exam_no,
        sortBy: (row) => row.exam_no,
      },
      {
        key: 'student_no',
        title: '学号',
        width: 120,
        render: (row) => row.student_no,
        sortBy: (row) => row.student_no,
      },
      {
        key: 'class',
        title: '班级',
        width: 84,
        render: (row) => row.class_name,
        sortBy: (row) => row.class_name,
      },
      {
        key: 'room',
        title: '考场',
        width: 84,
        render: (row) => edited(row, 'room_no', '考场'),
        text: (row) => row.room_no ?? '',
      },
      {
        key: 'seat',
        title: '座位',
        width: 84,
        render: (row) => edited(row, 'seat_no', '座位'),
        text: (row) => row.seat_no ?? '',
      },
      ...(hasCombos
        ? [
            {
              key: 'combo',
              title: '选科',
              width: 96,
              render: (row: CandidateRow) =>
                mayEdit ? (
                  <EditedCell
                    label={`${row.name}的选科`}
                    value={row.combo ?? ''}
                    onSave={(text) =>
                      onChange({ candidate_id: row.candidate_id, combo: text || null })
                    }
                  />
                ) : (
                  row.combo || '–'
                ),
              text: (row: CandidateRow) => row.combo ?? '',
              sortBy: (row: CandidateRow) => row.combo ?? '',
            },
          ]
        : []),
      ...subjects.map(({ subject_id: id, name }): Column<CandidateRow> => ({
        key: `subject-${id}`,
        title: name,
        width: 116,
        grow: true,
        render: (row) => {
          const subject = row.subjects.find(({ subject_id }) => subject_id === id)
          return subject ? (
            <AttendanceCell
              subject={subject}
              label={`${row.name}${name}`}
              mayEdit={mayEdit}
              onChange={(attendance) =>
                onChange({
                  candidate_id: row.candidate_id,
                  attendance: [{ subject_id: id, attendance }],
                })
              }
            />
          ) : (
            '–'
          )
        },
        text: (row) => {
          const subject = row.subjects.find(({ subject_id }) => subject_id === id)
          return subject
            ? [wordOf(subject), flagOf(subject)].filter((word) => word !== undefined).join(' ')
            : ''
        },
      })),
    ]
  }, [subjects, mayEdit, hasCombos, onChange])
  return (
    <DataTable
      label="考生名单"
      arrangedAs="candidates"
      columns={columns}
      rows={props.rows}
      rowKey={({ candidate_id }) => candidate_id}
      error={props.error}
      onRetry={props.onRetry}
      empty={props.empty}
      maxHeight="max(320px, calc(100vh - 330px))"
      rowHeight={38}
      {...(props.selection ? { selection: props.selection } : {})}
    />
  )
}

/** Text that becomes a field when it is clicked; Enter keeps the change, Esc drops it. */
function EditedCell(props: { label: string; value: string; onSave: (text: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft === null)
    return (
      <Button
        variant="minimal"
        size="small"
        className={css['cell']}
        aria-label={`修改${props.label}`}
        onClick={() => setDraft(props.value)}
      >
        {props.value || '–'}
      </Button>
    )
  const close = () => {
    if (draft.trim() !== props.value) props.onSave(draft.trim())
    setDraft(null)
  }
  return (
    <InputGroup
      autoFocus
      size="small"
      aria-label={props.label}
      value={draft}
      onValueChange={setDraft}
      onBlur={close}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Enter') close()
        if (event.key === 'Escape') setDraft(null)
      }}
    />
  )
}

/** What a list can know: no record yet, absent, not selected. Who has a sheet is known from the sheet. */
const EDITABLE: readonly Attendance[] = [-1, 1, 3]

const wordOf = ({ attendance }: SubjectCell): string =>
  ATTENDANCE[String(attendance) as keyof typeof ATTENDANCE] ?? '未知'

const flagOf = ({ special_flag }: SubjectCell) =>
  SPECIAL_FLAGS[special_flag as SpecialFlag] as string | undefined

function AttendanceCell(props: {
  subject: SubjectCell
  label: string
  mayEdit: boolean
  onChange: (attendance: number) => void
}) {
  const { attendance, sheets } = props.subject
  const word = wordOf(props.subject)
  const flag = flagOf(props.subject)
  if (sheets > 0 || attendance === 0)
    return (
      <>
        <StatusTag status={attendance === 1 ? 'warn' : 'ok'} title={`已扫描 ${sheets} 张`}>
          {word}
        </StatusTag>{' '}
        {flag && <StatusTag status="warn">{flag}</StatusTag>}
      </>
    )
  if (!props.mayEdit)
    return <StatusTag status={attendance === 1 ? 'warn' : 'idle'}>{word}</StatusTag>
  return (
    <HTMLSelect
      minimal
      className={css['attendance']}
      aria-label={`${props.label}的缺考状态`}
      value={attendance}
      onChange={({ currentTarget }) => props.onChange(Number(currentTarget.value))}
      options={EDITABLE.map((value) => ({ value, label: ATTENDANCE[value] }))}
    />
  )
}
