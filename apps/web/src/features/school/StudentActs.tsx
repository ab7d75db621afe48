import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { studentBatch, studentConsent } from '@hengjuan/contracts'
import { STUDENT_STATES, type StudentState } from '@hengjuan/domain'
import { SchemaDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { type Slip, SlipsDialog } from './Slips.tsx'
import type { StudentRow } from './StudentTable.tsx'
import { TransferOutDialog } from './TransferDialogs.tsx'
import { useClassOptions, useRefreshSchool } from './use-school.ts'
import { OpenAccounts } from './OpenAccounts.tsx'
import { MoreActs } from './MoreActs.tsx'
import { ConfirmState } from './ConfirmState.tsx'

type Dialog = 'class' | 'combo' | 'accounts' | 'reset' | 'transfer' | StudentState | null

/**
 * What can be done with the ticked students. Stays there when the act takes them out of the list: codes and first passwords
 * that it made are told once.
 */
export function StudentActs(props: { rows: readonly StudentRow[]; onDone: () => void }) {
  const { rows } = props
  const [dialog, setDialog] = useState<Dialog>(null)
  const [slips, setSlips] = useState<Slip[] | null>(null)
  const classes = useClassOptions()
  const refresh = useRefreshSchool()
  const ids = rows.map(({ student_id }) => student_id)
  const people = rows.length === 1 ? (rows[0]?.name ?? '') : `${rows.length} 名学生`
  const undo = useCall(studentBatch, {
    onSuccess: ({ changed }) => {
      toast.done(`已恢复 ${changed} 名学生`)
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  const batch = useCall(studentBatch, {
    onSuccess: ({ changed, before }) => {
      setDialog(null)
      props.onDone()
      if (changed === 0) toast.note('没有变化')
      else
        toast.done(`已修改 ${changed} 名学生`, {
          text: '撤销',
          onClick: () => undo.mutate({ body: { students: before } }),
        })
      return refresh()
    },
  })
  const consent = useCall(studentConsent, {
    onSuccess: ({ changed }, { body }) => {
      if (changed === 0) toast.note(body.action === 'record' ? '都已登记过' : '没有变化')
      else if (body.action === 'withdraw') toast.done(`已撤回 ${changed} 人的登记`)
      else
        toast.done(`已登记 ${changed} 人的监护人同意`, {
          text: '撤销',
          onClick: () =>
            consent.mutate({ body: { student_ids: body.student_ids, action: 'withdraw' } }),
        })
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  const change = (what: { class_id?: number; combo?: string | null; state?: StudentState }) =>
    batch.mutate({ body: { students: ids.map((student_id) => ({ student_id, ...what })) } })
  const close = () => {
    batch.reset()
    setDialog(null)
  }
  const state = dialog !== null && dialog in STUDENT_STATES ? (dialog as StudentState) : null
  return (
    <div
      className={css['picked']}
      hidden={rows.length === 0}
      role="group"
      aria-label="已选学生的操作"
    >
      已选 {rows.length} 人
      <Button size="small" onClick={() => setDialog('class')}>
        调班
      </Button>
      <Button size="small" onClick={() => setDialog('combo')}>
        设选科
      </Button>
      <Button size="small" onClick={() => setDialog('accounts')}>
        开通查询账号
      </Button>
      <Button
        size="small"
        loading={consent.isPending}
        onClick={() => consent.mutate({ body: { student_ids: ids, action: 'record' } })}
      >
        登记监护人同意
      </Button>
      <MoreActs onOpen={setDialog} />
      {dialog === 'class' && (
        <SchemaDialog
          title={`调班：${people}`}
          effect="过去的考试和报表不变；已建考试的名单保持报名时的班级。"
          schema={studentBatch.body.properties.students.items}
          initial={{ class_id: classes[0]?.value ?? 1 }}
          submitText={`调班 ${rows.length} 人`}
          isPending={batch.isPending}
          error={batch.error}
          onClose={close}
          onSubmit={change}
          fields={{
            class_id: { kind: 'choice', asList: true, label: '调到', options: classes },
          }}
        />
      )}
      {dialog === 'combo' && (
        <SchemaDialog
          title={`设选科：${people}`}
          effect="按学校的选科模式核对；已建考试的选考科目不变。留空为清除选科。"
          schema={studentBatch.body.properties.students.items}
          initial={{ combo: '' }}
          submitText={`设置 ${rows.length} 人`}
          isPending={batch.isPending}
          error={batch.error}
          errorFields={{ COMBO_INVALID: 'combo' }}
          onClose={close}
          onSubmit={({ combo }) => change({ combo: combo || null })}
          fields={{
            combo: { kind: 'text', label: '选科', placeholder: '如 物化生', autoFocus: true },
          }}
        />
      )}
      <ConfirmState
        state={state}
        people={people}
        count={rows.length}
        isPending={batch.isPending}
        error={batch.error}
        onConfirm={(next) => change({ state: next })}
        onClose={close}
      />
      {(dialog === 'accounts' || dialog === 'reset') && (
        <OpenAccounts
          rows={rows}
          resets={dialog === 'reset'}
          onClose={close}
          onOpened={(opened) => {
            setDialog(null)
            setSlips(opened)
            void refresh()
          }}
        />
      )}
      {dialog === 'transfer' && (
        <TransferOutDialog
          rows={rows}
          onClose={() => {
            close()
            props.onDone()
          }}
        />
      )}
      {slips && <SlipsDialog slips={slips} title="学生查询账号" onClose={() => setSlips(null)} />}
    </div>
  )
}
