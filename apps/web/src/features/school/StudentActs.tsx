import { Button, Menu, MenuItem, PopoverNext, ProgressBar } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { useCall, useCaller } from '@hengjuan/client/react'
import { studentAccounts, studentBatch, studentConsent } from '@hengjuan/contracts'
import { STUDENT_STATES, type StudentState } from '@hengjuan/domain'
import { ConfirmDialog, SchemaDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { type Slip, SlipsDialog } from './Slips.tsx'
import type { StudentRow } from './StudentTable.tsx'
import { TransferOutDialog } from './TransferDialogs.tsx'
import { useClassOptions, useRefreshSchool } from './use-school.ts'

type Dialog = 'class' | 'combo' | 'accounts' | 'reset' | 'transfer' | StudentState | null
const STATES: readonly StudentState[] = ['suspended', 'left', 'in']
/** Making a password takes the server a moment; so many at a time show that it goes on. */
const AT_ONCE = 20

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
      <PopoverNext
        placement="bottom-start"
        content={
          <Menu>
            {STATES.map((one) => (
              <MenuItem
                key={one}
                text={`标记${STUDENT_STATES[one]}`}
                onClick={() => setDialog(one)}
              />
            ))}
            <MenuItem text="重置查询密码" onClick={() => setDialog('reset')} />
            <MenuItem text="转出到其他学校" onClick={() => setDialog('transfer')} />
          </Menu>
        }
      >
        <Button size="small" endIcon={<CaretDownIcon />}>
          更多
        </Button>
      </PopoverNext>
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
      <ConfirmDialog
        isOpen={state !== null}
        title={state === null ? '' : `标记${STUDENT_STATES[state]}`}
        effect={state === null ? '' : `将把${people}标记为「${STUDENT_STATES[state]}」。`}
        confirmText={`标记 ${rows.length} 人`}
        isPending={batch.isPending}
        error={batch.error}
        onConfirm={() => state !== null && change({ state })}
        onClose={close}
      >
        {state !== 'in' && <p>不再出现在新考试的名单里；过去的成绩保留，随时可以恢复在读。</p>}
      </ConfirmDialog>
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

function OpenAccounts(props: {
  rows: readonly StudentRow[]
  resets: boolean
  onOpened: (slips: Slip[]) => void
  onClose: () => void
}) {
  const { resets } = props
  const { call } = useCaller()
  const [done, setDone] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const rows = props.rows.filter(({ account }) => resets === (account !== null))
  const open = async () => {
    const slips: Slip[] = []
    setError(null)
    setDone(0)
    try {
      for (let at = 0; at < rows.length; at += AT_ONCE) {
        const ids = rows.slice(at, at + AT_ONCE).map(({ student_id }) => student_id)
        const { accounts } = await call(studentAccounts, {
          body: { student_ids: ids, reset: resets },
        })
        slips.push(...accounts.map((one) => ({ ...one, place: one.class_name })))
        setDone(Math.min(at + AT_ONCE, rows.length))
      }
      props.onOpened(slips)
    } catch (failed) {
      // Passwords that were made are told only once: they are not thrown away with the rest.
      if (slips.length > 0) props.onOpened(slips)
      setError(failed as Error)
      setDone(null)
    }
  }
  const verb = resets ? '重置查询密码' : '开通查询账号'
  const others = props.rows.length - rows.length
  return (
    <ConfirmDialog
      isOpen
      title={verb}
      effect={
        resets
          ? `将重置 ${rows.length} 名学生的查询密码，原密码立即失效。`
          : `将为 ${rows.length} 名学生开通查询账号，账号为学号。`
      }
      confirmText={`${resets ? '重置' : '开通'} ${rows.length} 人`}
      isDestructive={resets}
      isPending={done !== null}
      refusal={rows.length > 0 ? null : resets ? '所选学生都没有账号' : '所选学生都已有账号'}
      error={error}
      onConfirm={() => void open()}
      onClose={props.onClose}
    >
      {others > 0 && (
        <p>
          另有 {others} 人{resets ? '还没有账号' : '已有账号'}，不受影响。
        </p>
      )}
      {done !== null && (
        <>
          <p role="status">
            {done} / {rows.length}
          </p>
          <ProgressBar value={rows.length === 0 ? 1 : done / rows.length} />
        </>
      )}
    </ConfirmDialog>
  )
}
