import {
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
  Radio,
  RadioGroup,
} from '@blueprintjs/core'
import { useCaller, useRefresh } from '@hengjuan/client/react'
import { blockMasterDetail, blockMasterReset } from '@hengjuan/contracts'
import { ProblemLine, ReasonButton, sentenceOf, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { useTyped } from '../../../session/typed.ts'
import type { Unarbitrated } from './Unarbitrated.tsx'

const MOST_REASON = 200

/** Asks which reader arbitrates papers that nobody else may, and why; with a second word. */
export function AppointDialog(props: { papers: Unarbitrated; onClose: () => void }) {
  const { papers, onClose } = props
  const { call } = useCaller()
  const refresh = useRefresh(blockMasterDetail)
  const readers = readersOf(papers)
  const [userId, setUserId] = useState(readers[0]?.user_id ?? 0)
  const [reason, setReason] = useTyped(`appoint ${papers.map(({ unit_id }) => unit_id).join()}`)
  const [isConfirmed, setConfirmed] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = readers.find(({ user_id }) => user_id === userId)
  const refusal =
    reason.trim() === ''
      ? '请写明原因，操作记录中会保留'
      : isConfirmed
        ? null
        : '请确认由评阅过的教师仲裁'

  const appoint = async () => {
    if (!chosen || refusal !== null || sent !== null) return
    setProblem(null)
    let done = 0
    try {
      for (const unit_id of chosen.unitIds) {
        setSent(done)
        await call(blockMasterReset, {
          body: {
            unit_id,
            action: 'appoint',
            user_id: chosen.user_id,
            confirm_reader: 1,
            reason: reason.trim(),
          },
        })
        done++
      }
      setReason('')
      toast.done(`已指定${chosen.name}仲裁 ${done} 份，可在仲裁任务中处理`)
      onClose()
    } catch (failure) {
      setProblem(`${done > 0 ? `已指定 ${done} 份。` : ''}${sentenceOf(failure)}`)
    } finally {
      setSent(null)
      await refresh()
    }
  }

  return (
    <Dialog
      isOpen
      title="指定评阅过的教师仲裁"
      onClose={onClose}
      canEscapeKeyClose={sent === null}
      canOutsideClickClose={sent === null}
      style={{ width: 560 }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void appoint()
        }}
      >
        <DialogBody>
          <RadioGroup
            label="由谁仲裁"
            selectedValue={userId}
            onChange={({ currentTarget }) => setUserId(Number(currentTarget.value))}
          >
            {readers.map(({ user_id, name, unitIds }) => (
              <Radio key={user_id} value={user_id}>
                {name}（{unitIds.length} 份）
              </Radio>
            ))}
          </RadioGroup>
          <FormGroup label="原因" labelInfo="（必填，操作记录中保留）">
            <InputGroup
              autoFocus
              aria-label="指定的原因"
              maxLength={MOST_REASON}
              placeholder="例如：全校只有一位化学题组长"
              value={reason}
              onValueChange={setReason}
            />
          </FormGroup>
          <Checkbox
            checked={isConfirmed}
            onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            label={`我确认：没有其他人可以仲裁，由${chosen?.name ?? '这位教师'}裁定自己评阅过的试卷`}
          />
          <ProblemLine problem={problem} />
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <ReasonButton
                reason={sent === null ? null : '正在指定，完成后关闭'}
                onClick={onClose}
              >
                取消
              </ReasonButton>
              <ReasonButton type="submit" intent="primary" loading={sent !== null} reason={refusal}>
                指定 {chosen?.unitIds.length ?? 0} 份
              </ReasonButton>
            </>
          }
        >
          {sent !== null && `正在指定第 ${sent + 1} 份，共 ${chosen?.unitIds.length ?? 0} 份`}
        </DialogFooter>
      </form>
    </Dialog>
  )
}

interface Reader {
  user_id: number
  name: string
  unitIds: number[]
}

/** Who read which of the papers, those with most papers first. */
function readersOf(papers: Unarbitrated): Reader[] {
  const readers = new Map<number, Reader>()
  for (const { unit_id, readers: own } of papers)
    for (const { user_id, name } of own) {
      const reader = readers.get(user_id) ?? { user_id, name, unitIds: [] }
      reader.unitIds.push(unit_id)
      readers.set(user_id, reader)
    }
  return [...readers.values()].toSorted((a, b) => b.unitIds.length - a.unitIds.length)
}
