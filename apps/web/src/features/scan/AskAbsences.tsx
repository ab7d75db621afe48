import { Button, FormGroup, PopoverNext } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { type absenceAsks, confirmAbsence, type ReplyOf } from '@hengjuan/contracts'
import { EXAM_ASK_STATES } from '@hengjuan/domain'
import { ConfirmDialog, DateField, SimpleTable, Time, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { ExamSubject } from './use-decisions.ts'

/** A deadline is the end of a day. */
const endOf = (day: string): string => new Date(`${day}T23:59:59+08:00`).toISOString()

/** Sends class heads, or schools, their candidates without a sheet, and shows who has answered. */
export function AskAbsences(props: {
  at: ExamSubject
  count: number
  units: ReplyOf<typeof absenceAsks>['units']
  onDone: () => void
}) {
  const { units } = props
  const [isOpen, setOpen] = useState(false)
  const [day, setDay] = useState('')
  const ask = useCall(confirmAbsence, {
    onSuccess: ({ asked, recipients }) => {
      toast.done(`已请 ${asked} 个班级或学校核对，通知 ${recipients} 人`)
      setOpen(false)
      props.onDone()
    },
  })
  const answered = units.filter(({ state }) => state !== 'unchecked').length
  return (
    <>
      {units.length > 0 && (
        <PopoverNext
          placement="bottom"
          content={
            <SimpleTable
              label="各方的核对情况"
              rows={units}
              rowKey={({ name }, index) => `${name} ${index}`}
              columns={[
                { key: 'name', title: '班级或学校', render: ({ name }) => name },
                { key: 'state', title: '状态', render: ({ state }) => EXAM_ASK_STATES[state] },
                { key: 'who', title: '核对人', render: ({ by_name }) => by_name ?? '–' },
                { key: 'at', title: '时间', render: ({ at }) => <Time at={at} /> },
              ]}
            />
          }
        >
          <Button variant="minimal">
            已核对 {answered} / {units.length}
          </Button>
        </PopoverNext>
      )}
      <Button onClick={() => setOpen(true)}>请班主任或学校核对…</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="请班主任或学校核对"
        effect={`将把 ${props.count} 名没有答题卡的考生发给班主任（联考发给各学校）核对`}
        confirmText="发出核对"
        isPending={ask.isPending}
        error={ask.error}
        onClose={() => {
          ask.reset()
          setOpen(false)
        }}
        onConfirm={() =>
          ask.mutate({
            body: { ...props.at, ask: true, deadline: day === '' ? null : endOf(day) },
          })
        }
      >
        <p>
          他们逐一说明缺考、应有答题卡或未选考；答复本身不改变考勤，由您确认缺考、采纳未选考。
          {units.length > 0 && '再次发出后，以前的答复作废。'}
        </p>
        <FormGroup label="核对期限（可不填）">
          <DateField label="核对期限" value={day} onChange={setDay} />
        </FormGroup>
      </ConfirmDialog>
    </>
  )
}
