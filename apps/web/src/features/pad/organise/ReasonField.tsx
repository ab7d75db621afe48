import { FormGroup, InputGroup } from '@blueprintjs/core'

/** Why something is done, for the record. */
export const ReasonField = (props: { value: string; onChange: (value: string) => void }) => (
  <FormGroup label="原因" labelFor="pad-reason">
    <InputGroup
      id="pad-reason"
      fill
      maxLength={200}
      placeholder="写明原因，至少两个字；记入操作记录"
      value={props.value}
      onValueChange={props.onChange}
    />
  </FormGroup>
)

export const reasonMissing = (reason: string): string | null =>
  reason.trim().length < 2 ? '请写明原因' : null
