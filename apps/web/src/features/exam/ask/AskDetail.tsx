import { Button, TextArea } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { askAnswer, askDetail, homeTodos, ownAsks, type ReplyOf } from '@hengjuan/contracts'
import {
  ABSENCE_ANSWERS,
  type AbsenceAnswer,
  type Attendance,
  attendanceLabel,
  formatMilli,
  OBJECTION_LEAST,
  PRESENT,
} from '@hengjuan/domain'
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  Panel,
  QueryView,
  ReasonButton,
  Row,
  Segmented,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

type Detail = ReplyOf<typeof askDetail>
type Person = Detail['people'][number]

/** One list to look through, and the answer to it. */
export function AskDetail({ askId }: { askId: number }) {
  const query = useRoute(askDetail, { query: { ask_id: askId } })
  return <QueryView query={query}>{(detail) => <Content key={askId} detail={detail} />}</QueryView>
}

const OPTIONS = Object.entries(ABSENCE_ANSWERS).map(([value, label]) => ({
  value: value as AbsenceAnswer,
  label,
}))

function Content({ detail }: { detail: Detail }) {
  const { ask, people } = detail
  const isAbsence = ask.kind === 'absence'
  const cache = useQueryClient()
  const [note, setNote] = useState(ask.note)
  const [answers, setAnswers] = useState(
    () => new Map(people.flatMap((one) => (one.answer ? [[one.candidate_id, one.answer]] : []))),
  )
  const answer = useCall(askAnswer, {
    onSuccess: async () => {
      toast.done('已提交，发起人可以看到')
      await Promise.all(
        [askDetail, ownAsks, homeTodos].map((route) =>
          cache.invalidateQueries({ queryKey: routeKey(route) }),
        ),
      )
    },
  })
  const send = (state: 'confirmed' | 'objected') =>
    answer.mutate({
      body: {
        ask_id: ask.ask_id,
        state,
        note: note.trim(),
        ...(isAbsence
          ? {
              answers: people.flatMap(({ candidate_id }) => {
                const own = answers.get(candidate_id)
                return own ? [{ candidate_id, answer: own }] : []
              }),
            }
          : {}),
      },
    })
  const left = people.filter(({ candidate_id }) => !answers.has(candidate_id)).length
  const columns = isAbsence
    ? absenceColumns(answers, (id, value) => setAnswers(new Map([...answers, [id, value]])))
    : scoreColumns(detail)
  return (
    <Panel
      title={isAbsence ? `没有答题卡的考生（${ask.subject_name ?? ''}）` : '成绩'}
      note={`${ask.exam_name} · ${ask.unit_name} · ${people.length} 人`}
      actions={
        isAbsence && people.length > 0 ? (
          <Button
            onClick={() =>
              setAnswers(new Map(people.map(({ candidate_id }) => [candidate_id, 'absent'])))
            }
          >
            全部缺考
          </Button>
        ) : undefined
      }
      footer={
        <>
          <TextArea
            aria-label="说明或异议"
            placeholder={isAbsence ? '说明（可不填）' : '有异议时请写明：谁、哪一科、哪里不对'}
            value={note}
            maxLength={300}
            fill
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {answer.error && <ErrorState error={answer.error} />}
          <Row>
            <ReasonButton
              intent="primary"
              loading={answer.isPending}
              reason={isAbsence && left > 0 ? `还有 ${left} 名考生没有说明` : null}
              onClick={() => send('confirmed')}
            >
              {isAbsence ? '提交核对结果' : '确认无误'}
            </ReasonButton>
            {!isAbsence && (
              <ReasonButton
                loading={answer.isPending}
                reason={note.trim().length < OBJECTION_LEAST ? '请先写明异议' : null}
                onClick={() => send('objected')}
              >
                提出异议
              </ReasonButton>
            )}
          </Row>
        </>
      }
      flush
    >
      <DataTable
        label="核对名单"
        columns={columns}
        rows={people}
        rowKey={({ candidate_id }) => candidate_id}
        maxHeight="max(280px, calc(100vh - 520px))"
        empty={
          <EmptyState title="没有需要核对的考生">
            {isAbsence ? '答题卡都已扫到，可以直接提交。' : '本班或本校没有考生。'}
          </EmptyState>
        }
      />
    </Panel>
  )
}

const who: Column<Person>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 100,
    frozen: true,
    sortBy: ({ name }) => name,
    render: ({ name }) => name,
  },
  {
    key: 'exam_no',
    title: '考号',
    width: 120,
    sortBy: ({ exam_no }) => exam_no,
    render: ({ exam_no }) => exam_no,
  },
  { key: 'class', title: '班级', width: 120, render: ({ class_name }) => class_name },
]

const absenceColumns = (
  answers: ReadonlyMap<number, AbsenceAnswer>,
  set: (id: number, value: AbsenceAnswer) => void,
): Column<Person>[] => [
  ...who,
  {
    key: 'answer',
    title: '核对结果',
    width: 280,
    grow: true,
    render: ({ candidate_id, name }) => (
      <Segmented
        label={`${name}的核对结果`}
        options={OPTIONS}
        // Nothing is chosen before the person does.
        value={answers.get(candidate_id) ?? ('' as AbsenceAnswer)}
        onChange={(value) => set(candidate_id, value)}
      />
    ),
  },
]

const scoreColumns = ({ subjects }: Detail): Column<Person>[] => [
  ...who,
  {
    key: 'total',
    title: '总分',
    width: 90,
    align: 'right',
    sortBy: ({ total_milli }) => total_milli,
    render: ({ total_milli }) => (total_milli === null ? '–' : formatMilli(total_milli)),
  },
  ...subjects.map(({ subject_id, name }, index): Column<Person> => ({
    key: `subject ${subject_id}`,
    title: name,
    width: 90,
    grow: true,
    align: 'right',
    sortBy: ({ scores }) => scores[index]?.total_milli ?? null,
    render: ({ scores }) => {
      const own = scores[index]
      if (!own || own.attendance !== PRESENT)
        return attendanceLabel((own?.attendance ?? 3) as Attendance)
      return own.total_milli === null ? '未出分' : formatMilli(own.total_milli)
    },
  })),
]
