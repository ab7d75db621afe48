import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
  NumericInput,
  Switch,
} from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { type ReplyOf, settingList, settingSave } from '@hengjuan/contracts'
import { APPEAL_PERS, type AppealPer, type AppealRule } from '@hengjuan/domain'
import { ErrorState, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'

const KEY = 'report.appeals'
const APPEAL_PER_OPTIONS = Object.entries(APPEAL_PERS).map(([value, label]) => ({ value, label }))

/** When appeals of this exam are taken. */
export function AppealRuleDialog(props: {
  examId: number
  onDone: () => void
  onClose: () => void
}) {
  const rule = useRoute(settingList, {
    query: { group: 'report', scope: 'exam', exam_id: props.examId },
  })
  const reading = rule.data?.find(({ key }) => key === KEY)
  return (
    <Dialog isOpen title="复核受理时间" onClose={props.onClose}>
      {reading ? (
        <RuleForm {...props} reading={reading} />
      ) : (
        <DialogBody>
          {rule.error ? <ErrorState error={rule.error} /> : <SkeletonLines lines={3} />}
        </DialogBody>
      )}
    </Dialog>
  )
}

function RuleForm(props: {
  examId: number
  reading: ReplyOf<typeof settingList>[number]
  onDone: () => void
  onClose: () => void
}) {
  const { reading } = props
  const [value, setValue] = useState(reading.value as AppealRule)
  const save = useCall(settingSave, { onSuccess: props.onDone })
  return (
    <>
      <DialogBody>
        <p>现在的设置来自{reading.source_label}；在这里保存只影响本场考试。</p>
        <Switch
          checked={value.open}
          label="受理成绩复核"
          onChange={({ currentTarget }) => setValue({ ...value, open: currentTarget.checked })}
        />
        {value.open && (
          <>
            <FormGroup label="发布后多少小时开始" labelFor="appeal-delay">
              <NumericInput
                clampValueOnBlur
                id="appeal-delay"
                min={0}
                max={168}
                value={value.delay_hours}
                onValueChange={(delay) =>
                  Number.isInteger(delay) && setValue({ ...value, delay_hours: delay })
                }
              />
            </FormGroup>
            <FormGroup label="受理多少天" labelFor="appeal-days">
              <NumericInput
                clampValueOnBlur
                id="appeal-days"
                min={1}
                max={30}
                value={value.days}
                onValueChange={(days) => Number.isInteger(days) && setValue({ ...value, days })}
              />
            </FormGroup>
            <FormGroup label="申请的范围" labelFor="appeal-per">
              <HTMLSelect
                id="appeal-per"
                value={value.per ?? 'subject'}
                options={APPEAL_PER_OPTIONS}
                onChange={({ currentTarget }) =>
                  setValue({ ...value, per: currentTarget.value as AppealPer })
                }
              />
            </FormGroup>
          </>
        )}
        {save.error && <ErrorState error={save.error} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <Button
              intent="primary"
              loading={save.isPending}
              onClick={() =>
                save.mutate({
                  body: {
                    key: KEY,
                    scope: 'exam',
                    exam_id: props.examId,
                    version: reading.version,
                    value,
                    reason: '调整成绩复核的受理时间',
                  },
                })
              }
            >
              保存
            </Button>
          </>
        }
      />
    </>
  )
}
